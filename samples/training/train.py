"""Train the cell reader's net on files of faces and export it for OpenCV.

    python -m samples.training.train FACES.npz... --out vision/weights/cells.onnx --epochs 12

Every twentieth face is kept aside; on those the temperature is fitted, so that of the cells said to be 99 % sure,
99 % are right. Needs torch and onnx; the reader itself needs only OpenCV.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from samples.training.export import export, logits_of, report, temperature
from samples.training.faces import IGNORE
from samples.training.net import CELL_PX, MARGIN, CellNet

BATCH = 48
PEAK_RATE = 3e-3
WEIGHT_DECAY = 0.02
SMOOTHED = 0.99
"""Per step weight of the running mean of the weights, which is what is exported."""

KEPT_ASIDE = 20

MOST_SHIFT_PX = 2
"""Faces are moved by up to so much each way, px: no face is seen twice at the same place."""

SWAP_SHARE = 0.35
"""Share of faces in which cells are exchanged, so that discs may float: gravity is the decoder's, not the reader's."""


def load(files: list[Path]) -> tuple[Tensor, Tensor]:
    """Faces uint8 (n, h, w, 3) and labels int64 (n, rows, columns), rows from the top."""
    parts = [np.load(file) for file in files]
    faces = np.concatenate([part["faces"] for part in parts])
    labels = np.concatenate([part["labels"] for part in parts])
    return torch.from_numpy(faces), torch.from_numpy(labels[:, ::-1].astype(np.int64).copy())


def varied(faces: Tensor, labels: Tensor, random: torch.Generator) -> tuple[Tensor, Tensor]:
    """A batch turned, relit and made noisy: float (n, 3, h, w) and its labels."""
    x = faces.permute(0, 3, 1, 2).float()
    x, y = _swapped(x, labels.clone(), random)
    x = _moved(x, random)
    if torch.rand((), generator=random) < 0.5:
        x, y = x.flip(3), y.flip(2)
    if torch.rand((), generator=random) < 0.5:
        x, y = x.flip(2), y.flip(1)
    n = len(x)
    gain = torch.exp(0.12 * torch.randn((n, 3, 1, 1), generator=random))
    level = torch.exp(0.25 * torch.randn((n, 1, 1, 1), generator=random))
    gamma = torch.exp(0.2 * torch.randn((n, 1, 1, 1), generator=random))
    x = 255 * (x * gain * level / 255).clamp(0, 1) ** gamma
    x = _faded(x, random)
    if torch.rand((), generator=random) < 0.3:
        x = functional.avg_pool2d(functional.pad(x, (1, 1, 1, 1), mode="replicate"), 3, 1)
    noise = 10 * torch.rand((n, 1, 1, 1), generator=random) ** 2
    x = (x + noise * torch.randn(x.shape, generator=random)).clamp(0, 255)
    return x.contiguous(memory_format=torch.channels_last), y


def _moved(x: Tensor, random: torch.Generator) -> Tensor:
    """The whole batch a little up or down, left or right; the edge goes on."""
    height, width = x.shape[2:]
    top, left = torch.randint(2 * MOST_SHIFT_PX + 1, (2,), generator=random).tolist()
    wider = functional.pad(x, (MOST_SHIFT_PX,) * 4, mode="replicate")
    return wider[:, :, top : top + height, left : left + width]


def _faded(x: Tensor, random: torch.Generator) -> Tensor:
    """Colours paler or stronger, as webcams and glare make them."""
    grey = x.mean(1, keepdim=True)
    strength = torch.exp(0.25 * torch.randn((len(x), 1, 1, 1), generator=random))
    return grey + strength * (x - grey)


def _swapped(x: Tensor, y: Tensor, random: torch.Generator) -> tuple[Tensor, Tensor]:
    """In some faces, exchange a few pairs of cells, whole tiles."""
    edge = round((MARGIN - 0.5) * CELL_PX)
    rows, columns = y.shape[1:]
    for i in range(len(x)):
        if torch.rand((), generator=random) >= SWAP_SHARE:
            continue
        pairs = int(torch.randint(1, 9, (), generator=random))
        for _ in range(pairs):
            a, b = torch.randint(rows * columns, (2,), generator=random).tolist()
            (ra, ca), (rb, cb) = divmod(a, columns), divmod(b, columns)
            ya, xa, yb, xb = (edge + CELL_PX * k for k in (ra, ca, rb, cb))
            first = x[i, :, ya : ya + CELL_PX, xa : xa + CELL_PX].clone()
            x[i, :, ya : ya + CELL_PX, xa : xa + CELL_PX] = x[i, :, yb : yb + CELL_PX, xb : xb + CELL_PX]
            x[i, :, yb : yb + CELL_PX, xb : xb + CELL_PX] = first
            y[i, ra, ca], y[i, rb, cb] = y[i, rb, cb].clone(), y[i, ra, ca].clone()
    return x, y


def train(
    faces: Tensor, labels: Tensor, epochs: int, seed: int, rate: float = PEAK_RATE, start: Path | None = None
) -> CellNet:
    """The net after some epochs, its weights averaged over the last steps; `start`: weights to go on from."""
    torch.manual_seed(seed)
    random = torch.Generator().manual_seed(seed)
    net, smooth = (CellNet().to(memory_format=torch.channels_last) for _ in range(2))
    if start is not None:
        net.load_state_dict(torch.load(start))
    smooth.load_state_dict(net.state_dict())
    chooser = torch.optim.AdamW(net.parameters(), weight_decay=WEIGHT_DECAY)
    steps = epochs * (len(faces) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(chooser, rate, steps, pct_start=0.15)
    for epoch in range(epochs):
        began, total = time.monotonic(), 0.0
        order = torch.randperm(len(faces), generator=random)
        for k in range(len(faces) // BATCH):
            batch = order[k * BATCH : (k + 1) * BATCH]
            x, y = varied(faces[batch], labels[batch], random)
            loss = functional.cross_entropy(net(x), y, ignore_index=IGNORE)
            chooser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            chooser.step()
            schedule.step()
            _follow(smooth, net)
            total += loss.item()
        print(f"epoch {epoch}: loss {total / max(k + 1, 1):.4f}, {time.monotonic() - began:.0f} s", flush=True)
    return smooth.eval()


def _follow(smooth: CellNet, net: CellNet) -> None:
    with torch.no_grad():
        for a, b in zip(smooth.state_dict().values(), net.state_dict().values(), strict=True):
            if a.dtype.is_floating_point:
                a.mul_(SMOOTHED).add_(b, alpha=1 - SMOOTHED)
            else:
                a.copy_(b)


def main() -> None:
    """Train, report, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=PEAK_RATE)
    parser.add_argument("--start", type=Path, help="weights (.pt) to go on from")
    options = parser.parse_args()
    faces, labels = load(options.files)
    aside = torch.arange(len(faces)) % KEPT_ASIDE == 0
    net = train(faces[~aside], labels[~aside], options.epochs, options.seed, options.rate, options.start)
    logits = logits_of(net, faces[aside])
    divisor = temperature(logits, labels[aside])
    summary = {"faces": len(faces), "temperature": round(divisor, 3), **report(logits, labels[aside])}
    print(json.dumps(summary))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), options.out.with_suffix(".pt"))
    export(net, divisor, options.out)


if __name__ == "__main__":
    main()
