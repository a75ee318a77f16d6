"""What a picture or a clip may cost. Everything that comes from outside is measured against these before it is decoded.

No imports: `vision/__init__.py` needs the numbers before anything imports cv2.
"""

MAX_PICTURE_BYTES = 40_000_000
"""Bytes of one encoded picture. A phone's 50-megapixel JPEG is 10 to 25 MB."""

MAX_PICTURE_PIXELS = 52_000_000
"""Pixels of one decoded picture; 3 bytes each. Covers the 48- and 50-megapixel modes of phones (8192 x 6144)."""

MIN_PICTURE_SIDE_PX = 48
"""Pixels of a picture's shorter side. Below this the 7 x 6 cells of a board are under seven pixels each."""

MAX_VIDEO_PIXELS = 8192 * 4320
"""Pixels of one frame of a clip or a stream: 8K."""
