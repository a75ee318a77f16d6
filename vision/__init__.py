"""What is seen: pictures in, boards out. Knows `referee.board` and nothing else of Fairdrop's.

OpenCV reads its own limits from the environment, once, when it is first imported. They are set here, because every
module that imports cv2 lies in this package, and a package's `__init__` runs before its modules.
"""

import os

from vision.limits import MAX_PICTURE_PIXELS

os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PICTURE_PIXELS)
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")  # what fails is told by coded errors, once, in words
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET
