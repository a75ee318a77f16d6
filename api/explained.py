"""The sheet that explains one picture: every stage as a picture with its sentence, and the result below."""

from __future__ import annotations

from api.read import Answer
from api.texts import say
from vision.explain import panels
from vision.overlay import encode_jpeg
from vision.photo import ReadOptions
from vision.sheet import sheet


def explained(answer: Answer, options: ReadOptions, lang: str) -> bytes | None:
    """The sheet as JPEG; None for a file in which there is no picture."""
    if answer.image is None or answer.reading is None:
        return None
    told = [*([answer.error] if answer.error else []), *answer.verdict]
    pictures = [(say(each.code, each.data, lang), each.image) for each in panels(answer.image, answer.reading, options)]
    return encode_jpeg(sheet(pictures, [each.text(lang) for each in told]))
