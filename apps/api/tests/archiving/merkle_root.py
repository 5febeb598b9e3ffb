"""Roots of RFC 9162, section 2.1, as the definitions have them.

merkle_root.py root LEAF ...                          of the tree over these leaves
merkle_root.py path LEAF POSITION SIZE HASH ...       where a path leads that begins at a leaf
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


verb, *words = sys.argv[1:]
if verb == "root":
    print(root([leaf.encode() for leaf in words]).hex())
else:
    leaf, position, size, *path = words
    print(follow(leaf.encode(), int(position), int(size), [bytes.fromhex(h) for h in path]).hex())
