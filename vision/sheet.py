"""Pictures with their captions on one sheet, and words drawn on pictures."""

import unicodedata
from collections.abc import Sequence

import cv2
import numpy as np

from vision.frame import Image
from vision.geometry import Points
from vision.overlay import WHITE

Colour = tuple[int, int, int]

BLUE, PAPER, SHADE = (255, 190, 80), (38, 34, 32), (24, 21, 20)
"""BGR, 0–255: numbers, the sheet, the ground beside a picture."""
COLUMNS, PANEL, CAPTION_PX, MARGIN_PX = 2, (760, 570), 72, 24
"""Pictures in a line, the box of each (width, height), the height of its caption, gaps; px."""
TEXT_PX, END_TEXT_PX, NUMBER_PX = 22, 27, 44
"""Height of letters in captions and at the end, and the room for a number; px."""
CAPTION_LEFT_PX = 58
LINE = 1.2
"""Where captions begin, px; from one line to the next, heights of letters."""
BOLD, NORMAL = 600, 400
HERSHEY_PX = 30
"""Height of OpenCV's old letters at scale 1, px."""


def sheet(pictures: Sequence[tuple[str, Image]], end: Sequence[str]) -> Image:
    """Pictures with their captions, numbered, in lines of two; below them the sentences at the end."""
    blocks = [_block(number, text, picture) for number, (text, picture) in enumerate(pictures, 1)]
    lines = [_beside(blocks[start : start + COLUMNS]) for start in range(0, len(blocks), COLUMNS)]
    return np.concatenate([*lines, _sentences(end)])


def _block(number: int, text: str, picture: Image) -> Image:
    """A picture fitted into its box, its number and caption above it."""
    block = np.full((CAPTION_PX + PANEL[1], PANEL[0], 3), SHADE, np.uint8)
    block[:CAPTION_PX] = PAPER
    middle = np.array([NUMBER_PX / 2, CAPTION_PX / 2])
    cv2.circle(block, pixel(middle), round(0.42 * NUMBER_PX), BLUE, -1, cv2.LINE_AA)
    centred(block, str(number), middle, TEXT_PX, SHADE)
    lines = wrapped(text, TEXT_PX, PANEL[0] - CAPTION_LEFT_PX)
    for number_of_line, line in enumerate(lines):
        foot = CAPTION_PX / 2 + TEXT_PX * (0.36 + LINE * (number_of_line - (len(lines) - 1) / 2))
        write(block, line, (CAPTION_LEFT_PX, round(foot)), TEXT_PX)
    factor = min(PANEL[0] / picture.shape[1], PANEL[1] / picture.shape[0])
    size = (max(1, round(picture.shape[1] * factor)), max(1, round(picture.shape[0] * factor)))
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    left, top = (PANEL[0] - size[0]) // 2, CAPTION_PX + (PANEL[1] - size[1]) // 2
    block[top : top + size[1], left : left + size[0]] = cv2.resize(picture, size, interpolation=way)
    return block


def _beside(blocks: Sequence[Image]) -> Image:
    line = np.full((blocks[0].shape[0] + MARGIN_PX, _sheet_width(), 3), PAPER, np.uint8)
    for number, block in enumerate(blocks):
        left = MARGIN_PX + number * (PANEL[0] + MARGIN_PX)
        line[MARGIN_PX // 2 : MARGIN_PX // 2 + block.shape[0], left : left + block.shape[1]] = block
    return line


def _sentences(texts: Sequence[str]) -> Image:
    """The texts below each other, wrapped, on a strip as high as they need."""
    lines = [line for text in texts for line in wrapped(text, END_TEXT_PX, _sheet_width() - 2 * MARGIN_PX)]
    step = round(1.2 * LINE * END_TEXT_PX)
    strip = np.full((step * len(lines) + 2 * MARGIN_PX, _sheet_width(), 3), PAPER, np.uint8)
    for number, line in enumerate(lines):
        write(strip, line, (MARGIN_PX, MARGIN_PX + step * number + END_TEXT_PX), END_TEXT_PX, WHITE, BOLD)
    return strip


def _sheet_width() -> int:
    return COLUMNS * PANEL[0] + (COLUMNS + 1) * MARGIN_PX


def wrapped(text: str, size: int, room: float) -> list[str]:
    """The text in lines not wider than `room` px, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def pixel(point: Points) -> tuple[int, int]:
    """The whole pixel of a point (2,)."""
    return round(float(point[0])), round(float(point[1]))


def centred(canvas: Image, text: str, middle: Points, size: int, colour: Colour) -> None:
    """Write a short text around a point (2,) px."""
    wide = _width(text, size)
    write(canvas, text, (round(middle[0] - wide / 2), round(middle[1] + 0.36 * size)), size, colour, BOLD)


def write(
    canvas: Image, text: str, at: tuple[int, int], size: int, colour: Colour = WHITE, weight: int = NORMAL
) -> None:
    """Write a text whose first letter's foot stands at a pixel, into the canvas itself.

    Older OpenCV has no letters beyond ASCII: there accents are left out.
    """
    if hasattr(cv2, "FontFace"):
        cv2.putText(canvas, text, at, colour, cv2.FontFace("sans"), size, weight)
    else:
        cv2.putText(canvas, _ascii(text), at, cv2.FONT_HERSHEY_SIMPLEX, size / HERSHEY_PX, colour, 1, cv2.LINE_AA)


def _width(text: str, size: int) -> float:
    """Of a text in one line, px."""
    if hasattr(cv2, "FontFace"):
        return float(cv2.getTextSize((0, 0), text, (0, 0), cv2.FontFace("sans"), size, BOLD)[2])
    return float(cv2.getTextSize(_ascii(text), cv2.FONT_HERSHEY_SIMPLEX, size / HERSHEY_PX, 1)[0][0])


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).replace("×", "x").encode("ascii", "ignore").decode()
