"""Groups of documents that point at each other more than at the rest, by Louvain's method, always the same way.

Blondel, Guillaume, Lambiotte and Lefebvre 2008, "Fast unfolding of communities in large networks". Each node moves to
the neighbouring community that adds most to the modularity

    Q = sum over communities of  inside / m  -  (degree / 2m)^2

until none gains; communities become nodes, and it starts again. The original visits nodes in random order; here it
is the order of their names, and a tie goes to the community named first, so equal graphs have equal communities.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

MOST_ROUNDS = 20
"""Passes over all nodes on one level, and levels; both end long before that."""

LEAST_GAIN = 1e-9

Weights = dict[str, dict[str, float]]
"""By node and neighbour, both ways; a node's entry for itself is twice the weight inside it."""


def communities_of(edges: Iterable[tuple[str, str, float]]) -> tuple[tuple[str, ...], ...]:
    """Return the communities of an undirected graph given as `(node, node, weight > 0)`, several of a pair added up.

    Members are sorted by weighted degree, the greatest first, then by name; communities by size, then by first name.
    Nodes without an edge to another are in none.
    """
    graph: Weights = defaultdict(lambda: defaultdict(float))
    for one, other, weight in sorted(edges):
        if one != other:
            graph[one][other] += weight
            graph[other][one] += weight
    degree = {node: sum(near.values()) for node, near in graph.items()}
    members: dict[str, list[str]] = {node: [node] for node in sorted(graph)}
    level: Mapping[str, Mapping[str, float]] = graph
    for _ in range(MOST_ROUNDS):
        place = _moved(level)
        if len(set(place.values())) == len(level):
            break
        joined: dict[str, list[str]] = defaultdict(list)
        for node in sorted(level):
            joined[place[node]] += members[node]
        members, level = joined, _folded(level, place)
    found = (tuple(sorted(names, key=lambda name: (-degree[name], name))) for names in members.values())
    return tuple(sorted(found, key=lambda names: (-len(names), min(names))))


def modularity(edges: Iterable[tuple[str, str, float]], communities: Iterable[Iterable[str]]) -> float:
    """Return Q of a division into communities, from -0.5 to 1; 0 without edges."""
    home = {node: number for number, nodes in enumerate(communities) for node in nodes}
    inside: dict[int, float] = defaultdict(float)
    ends: dict[int, float] = defaultdict(float)
    total = 0.0
    for one, other, weight in edges:
        total += weight
        ends[home[one]] += weight
        ends[home[other]] += weight
        inside[home[one]] += weight if home[one] == home[other] else 0.0
    if not total:
        return 0.0
    return sum(inside[number] / total - (ends[number] / (2 * total)) ** 2 for number in ends)


def _moved(graph: Mapping[str, Mapping[str, float]]) -> dict[str, str]:
    """Return the community of each node once no move of one node gains any more."""
    place = {node: node for node in graph}
    degree = {node: sum(near.values()) for node, near in graph.items()}
    ends = dict(degree)
    twice = sum(degree.values())
    for _ in range(MOST_ROUNDS):
        moved = False
        for node in sorted(graph):
            near: dict[str, float] = defaultdict(float)
            for other, weight in graph[node].items():
                if other != node:
                    near[place[other]] += weight
            home = place[node]
            ends[home] -= degree[node]
            best, most = home, near[home] - degree[node] * ends[home] / twice
            for candidate in sorted(near):
                gain = near[candidate] - degree[node] * ends[candidate] / twice
                if gain > most + LEAST_GAIN:
                    best, most = candidate, gain
            ends[best] += degree[node]
            place[node] = best
            moved = moved or best != home
        if not moved:
            break
    return place


def _folded(graph: Mapping[str, Mapping[str, float]], place: Mapping[str, str]) -> Weights:
    """Return the graph whose nodes are the communities."""
    folded: Weights = defaultdict(lambda: defaultdict(float))
    for node in sorted(graph):
        for other, weight in sorted(graph[node].items()):
            folded[place[node]][place[other]] += weight
    return folded
