/**
 * What proves that a log only grew: that the tree of so many leaves and the tree of more leaves begin with the same ones
 * (RFC 9162 §2.1.4). The proof holds hashes of subtrees alone, so that it tells nothing of any leaf.
 */
import {
  emptyRoot,
  foldPeaks,
  hashOfNode,
  largestPowerBelow,
  peaksOf,
  type FindNodes,
  type NodePlace,
} from './tree-parts.ts'

/**
 * The path from the tree of `first` leaves to that of `second` (RFC 9162 §2.1.4.1); empty where they are the same tree.
 * @param first from 1 to `second`
 */
export async function proveConsistency(find: FindNodes, first: number, second: number): Promise<Buffer[]> {
  const besides = subtreesBetween(first, second)
  const hashes = [...(await find(besides.flat()))]
  return besides.map((peaks) => foldPeaks(hashes.splice(0, peaks.length)))
}

/** The subtrees that lead from the end of the smaller tree upwards, each as its kept nodes. */
function subtreesBetween(first: number, second: number): NodePlace[][] {
  const besides: NodePlace[][] = []
  let [from, to] = [0, second]
  while (to !== first) {
    const middle = from + largestPowerBelow(to - from)
    if (first <= middle) {
      besides.unshift(peaksOf(middle, to))
      to = middle
    } else {
      besides.unshift(peaksOf(from, middle))
      from = middle
    }
  }
  // Whoever has the smaller tree's root has the whole of that subtree.
  return from === 0 ? besides : [peaksOf(from, to), ...besides]
}

/** With others, the two sides of a node could be told apart in more than one way. */
const SHA256_OCTETS = 32

/** A tree as a head of the log names it. */
export interface TreeStanding {
  readonly size: number
  readonly root: Uint8Array
}

/**
 * Whether the second tree begins with all leaves of the first (RFC 9162 §2.1.4.2). Every tree begins with an empty one,
 * for which a proof has no hashes, as for a tree and itself.
 */
export function isConsistent(first: TreeStanding, second: TreeStanding, path: readonly Uint8Array[]): boolean {
  if (first.size > second.size) return false
  if (first.size === second.size) return path.length === 0 && isSame(first.root, second.root)
  if (first.size === 0) return path.length === 0 && isSame(first.root, emptyRoot())
  if (path.some(({ length }) => length !== SHA256_OCTETS)) return false
  const roots = rootsOfPath(first, second.size, path)
  return roots !== undefined && isSame(roots.first, first.root) && isSame(roots.second, second.root)
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/** Both roots that a path leads to; nothing for a path of another length than between such trees. */
function rootsOfPath({ size, root }: TreeStanding, second: number, path: readonly Uint8Array[]) {
  let [at, last] = [size - 1, second - 1]
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  // A smaller tree that is complete is a subtree of the larger one, and is not sent again.
  const [start, ...others] = at === 0 ? [root, ...path] : path
  if (start === undefined) return undefined
  let roots: { readonly first: Buffer; readonly second: Buffer } = {
    first: Buffer.from(start),
    second: Buffer.from(start),
  }
  for (const other of others) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      roots = { first: hashOfNode(other, roots.first), second: hashOfNode(other, roots.second) }
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      roots = { ...roots, second: hashOfNode(roots.second, other) }
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 ? roots : undefined
}

const half = (count: number) => Math.floor(count / 2)
