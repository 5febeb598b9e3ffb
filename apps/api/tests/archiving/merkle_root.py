"""Roots of RFC 9162, section 2.1, as the definitions have them.

merkle_root.py root LEAF ...                          of the tree over these leaves
merkle_root.py path LEAF POSITION SIZE HASH ...       where a path leads that begins at a leaf
merkle_root.py grown ROOT FIRST SECOND HASH ...       both roots that a proof of consistency leads to
"""

import hashlib
import sys


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def split(size: int) -> int:
    half = 1
    while half * 2 < size:
        half *= 2
    return half


def root(leaves: list[bytes]) -> bytes:
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    half = split(len(leaves))
    return node(root(leaves[:half]), root(leaves[half:]))


def follow(leaf: bytes, position: int, size: int, path: list[bytes]) -> bytes:
    if size == 1:
        assert not path
        return hashlib.sha256(b"\x00" + leaf).digest()
    half = split(size)
    if position < half:
        return node(follow(leaf, position, half, path[:-1]), path[-1])
    return node(path[-1], follow(leaf, position - half, size - half, path[:-1]))


def grown(whole: bytes | None, first: int, second: int, path: list[bytes]) -> tuple[bytes, bytes]:
    """SUBPROOF of section 2.1.4.1 undone; `whole` is the smaller root as long as that is known to the verifier."""
    if first == second:
        assert len(path) == (0 if whole else 1)
        return (whole, whole) if whole else (path[0], path[0])
    half = split(second)
    if first <= half:
        before, after = grown(whole, first, half, path[:-1])
        return before, node(after, path[-1])
    before, after = grown(None, first - half, second - half, path[:-1])
    return node(path[-1], before), node(path[-1], after)


verb, *words = sys.argv[1:]
if verb == "root":
    print(root([leaf.encode() for leaf in words]).hex())
elif verb == "grown":
    whole, first, second, *path = words
    roots = grown(bytes.fromhex(whole), int(first), int(second), [bytes.fromhex(h) for h in path])
    print(*(one.hex() for one in roots))
else:
    leaf, position, size, *path = words
    print(follow(leaf.encode(), int(position), int(size), [bytes.fromhex(h) for h in path]).hex())
