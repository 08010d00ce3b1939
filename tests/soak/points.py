"""Names of the points at which a dbt process is killed: before, during and after each statement that writes."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

SIDES = ("before", "during", "after")
STATEMENTS = 40  # of all kinds; a run without new rows has about as many
_COMMENT = re.compile(r"\s*/\*(?P<comment>.*?)\*/", re.DOTALL)
_WRITES = re.compile(
    r"""\s*(?:
        (?P<verb>create|insert|merge|update|delete|drop)\s
        (?:or|replace|table|view|schema|if|not|exists|into|from|\s)*
        | (?P<alter>alter)\s+table\s+
        | call\s+[`\w.]+\.(?P<procedure>\w+)\s*\(\s*table\s*=>\s*'
    )
    (?P<target>[`\w.]+)
    (?:\s+set\s+tblproperties\s*\(\s*'(?P<property>[^']+)')?""",
    re.IGNORECASE | re.VERBOSE,
)
_OF_ONE_RUN = re.compile(r"_\d{14}_[0-9a-f]{8}$")  # in the name of a work table


def point_of(sql: str) -> str | None:
    """Return the name of a statement that writes, such as `state_orders: merge state_orders`, else None.

    The first part is the model, test or operation that dbt runs it for, from the comment that dbt writes above it.
    """
    comment = _COMMENT.match(sql)
    found = _WRITES.match(sql, comment.end() if comment else 0)
    if not found:
        return None
    node = json.loads(comment["comment"]) if comment else {}
    writer = (node.get("node_id") or node.get("connection_name") or "dbt").rpartition(".")[2].removeprefix("macro_")
    verb = (found["verb"] or found["alter"] or found["procedure"]).lower()
    target = _OF_ONE_RUN.sub("", found["target"].replace("`", "").rpartition(".")[2])
    return f"{writer}: {verb} {target}" + (f" ({found['property']})" if found["property"] else "")


@dataclass(frozen=True)
class Kill:
    """Where a process is killed: on a side of a point, or anywhere soon after its n-th statement."""

    point: str
    side: str


NEVER = Kill("never", "anywhere")


@dataclass
class Coverage:
    """The points of each command, and how often a process was sent to each of them, and killed there."""

    points: dict[str, set[str]] = field(default_factory=dict)
    sent: Counter[Kill] = field(default_factory=Counter)
    killed: Counter[Kill] = field(default_factory=Counter)

    def next_kill(self, commands: Collection[str], chance: random.Random) -> Kill:
        """Choose where a process of these commands is killed: where it was tried least, now and then anywhere."""
        points = sorted(set().union(*(self.points.get(command, ()) for command in commands)))
        if not points or chance.random() < 0.2:
            return Kill(f"statement {chance.randrange(1, STATEMENTS)}", "anywhere")
        places = [Kill(point, side) for point in points for side in SIDES]
        fewest = min(self.sent[place] for place in places)
        chosen = chance.choice([place for place in places if self.sent[place] == fewest])
        self.sent[chosen] += 1
        return chosen

    def missed(self) -> list[str]:
        """Return the places at which no process was killed."""
        points = sorted(set().union(*self.points.values()))
        return [f"{side} {point}" for point in points for side in SIDES if not self.killed[Kill(point, side)]]
