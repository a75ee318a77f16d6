"""Whether a table's camera sees left and right the other way round."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has asked yet."""
    op.add_column("tables", sa.Column("flipped", sa.Boolean(), nullable=True))
