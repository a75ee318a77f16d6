"""The cell reader's net: a rectified board in, for each cell the logits of empty, red, yellow, hidden out.

Small on purpose (a phone's frame must not wait for it): a few convolutions bring the face to one vector a cell, then
blocks on the grid of cells compare each with its neighbours and with the whole board. That is how it learns what shows
through the holes of this board, in this light, from the board itself.
"""

import torch
from torch import Tensor, nn

CELL_PX, MARGIN = 24, 1.0
"""As `vision.params`: pixels a pitch, pitches around the outer cell centres."""


def conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """3 × 3 convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class GridBlock(nn.Module):
    """A residual block on the grid of cells, with the board's mean and maximum joined to every cell."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.around = conv(width, width)
        self.board = nn.Conv2d(2 * width, width, 1)
        self.join = nn.Conv2d(width, width, 1)

    def forward(self, cells: Tensor) -> Tensor:
        board = torch.cat([cells.mean((2, 3), keepdim=True), cells.amax((2, 3), keepdim=True)], 1)
        joined = self.board(board).expand(-1, -1, *cells.shape[2:])  # OpenCV 5 fuses an addition only of equal shapes
        return torch.relu(cells + self.join(torch.relu(self.around(cells) + joined)))


class CellNet(nn.Module):
    """(n, 3, 168, 192) float 0–255 BGR → logits (n, 4, 6, 7), rows from the top."""

    def __init__(self, width: int = 96) -> None:
        super().__init__()
        self.rims = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), conv(32, 48))
        self.discs = nn.Sequential(conv(48, 64, 2), conv(64, 64))
        self.cell = nn.Sequential(nn.Conv2d(64, width, 3, 3, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True))
        self.grid = nn.Sequential(GridBlock(width), GridBlock(width), GridBlock(width))
        self.head = nn.Conv2d(width, 4, 1)

    def forward(self, face: Tensor) -> Tensor:
        features = self.rims((face - 127.5) / 64.0)
        border = round((MARGIN - 0.5) * CELL_PX) // 4
        inner = features[:, :, border:-border, border:-border]
        return self.head(self.grid(self.cell(self.discs(inner))))
