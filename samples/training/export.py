"""A trained net written for OpenCV, with honest shares and weights of half precision. Needs torch and onnx."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from samples.training.faces import HIDDEN, IGNORE
from samples.training.net import CellNet

FACE_SIZE = (168, 192)
"""Height and width of a face, px."""

LEAST_HALVED = 64
"""Arrays of at least so many numbers are kept in half precision; small ones aren't worth a node."""

CANDIDATES = torch.exp(torch.linspace(-0.7, 1.4, 43))
"""Divisors tried."""


class Shares(nn.Module):
    """The net as it is exported: shares instead of logits."""

    def __init__(self, net: CellNet, divisor: float) -> None:
        super().__init__()
        self.net, self.divisor = net, divisor

    def forward(self, face: Tensor) -> Tensor:
        return torch.softmax(self.net(face) / self.divisor, 1)


def logits_of(net: CellNet, faces: Tensor) -> Tensor:
    """Logits (n, 4, rows, columns) of faces as they are."""
    with torch.no_grad():
        return torch.cat([net(part.permute(0, 3, 1, 2).float()) for part in faces.split(64)])


def temperature(logits: Tensor, labels: Tensor) -> float:
    """The divisor of the logits that makes their shares honest (Guo and others, 2017), found on faces kept aside."""
    losses = [float(functional.cross_entropy(logits / t, labels, ignore_index=IGNORE)) for t in CANDIDATES]
    return float(CANDIDATES[int(np.argmin(losses))])


def report(logits: Tensor, labels: Tensor) -> dict[str, float]:
    """Shares of right cells and of right boards among what is well seen."""
    seen = (labels != IGNORE) & (labels != HIDDEN)
    said = logits.argmax(1)
    right = (said == labels) | ~seen
    return {
        "cells": round(float((said == labels)[seen].float().mean()), 5),
        "boards": round(float(right.flatten(1).all(1).float().mean()), 4),
    }


def export(net: CellNet, divisor: float, out: Path) -> None:
    """Write the net as an ONNX file."""
    example = torch.zeros(1, 3, *FACE_SIZE)
    torch.onnx.export(
        Shares(net, divisor),
        (example,),
        str(out),
        opset_version=17,
        dynamo=False,
        input_names=["face"],
        output_names=["shares"],
    )
    onnx.save(halved(onnx.load(out)), out)


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same model, its large arrays stored in half precision and cast when it is loaded."""
    graph = model.graph
    kept, casts = [], []
    for array in graph.initializer:
        values = numpy_helper.to_array(array)
        if values.dtype != np.float32 or values.size < LEAST_HALVED:
            kept.append(array)
            continue
        kept.append(numpy_helper.from_array(values.astype(np.float16), array.name + "_half"))
        casts.append(helper.make_node("Cast", [array.name + "_half"], [array.name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model
