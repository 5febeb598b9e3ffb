/**
 * The tree over the leaves of an append-only log (RFC 9162 §2.1): SHA-256, 0x00 before a leaf, 0x01 before two nodes.
 * Only nodes over a whole number of leaves that is a power of two are kept; all others are put together from them.
 */
import {
  type FindNodes,
  foldPeaks,
  hashOfLeaf,
  hashOfNode,
  largestPowerBelow,
  type NodePlace,
  peaksOf,
  type TreeNode,
} from './tree-parts.ts'

/** Grows a tree leaf by leaf, and holds no more than one node of each level. */
export class GrowingTree {
  private readonly peaks: TreeNode[] = []
  private leaves = 0

  /** The tree that a log of so many leaves has. */
  static async open(size: number, find: FindNodes): Promise<GrowingTree> {
    const tree = new GrowingTree()
    const places = peaksOf(0, size)
    const hashes = await find(places)
    tree.peaks.push(...places.map((place, index) => ({ ...place, hash: hashes[index]! })))
    tree.leaves = size
    return tree
  }

  get size(): number {
    return this.leaves
  }

  /** @returns the leaf's own node, and those that it completes */
  append(leaf: string): readonly TreeNode[] {
    let node: TreeNode = { level: 0, position: this.leaves, hash: hashOfLeaf(leaf) }
    const made = [node]
    for (let left = this.peaks.at(-1); left?.level === node.level; left = this.peaks.at(-1)) {
      this.peaks.pop()
      node = { level: node.level + 1, position: left.position / 2, hash: hashOfNode(left.hash, node.hash) }
      made.push(node)
    }
    this.peaks.push(node)
    this.leaves += 1
    return made
  }

  /** Of no leaves, the hash of no octets. */
  root(): Buffer {
    return foldPeaks(this.peaks.map(({ hash }) => hash))
  }
}

/**
 * What proves that a leaf is in the tree of so many leaves, from the leaf upwards (RFC 9162 §2.1.3.1).
 * @param position of the leaf, from 0
 */
export async function proveInclusion(find: FindNodes, position: number, size: number): Promise<Buffer[]> {
  const besides = subtreesBeside(position, size)
  const hashes = [...(await find(besides.flat()))]
  return besides.map((peaks) => foldPeaks(hashes.splice(0, peaks.length)))
}

/** The subtrees that stand beside the way from a leaf to the root, from the leaf upwards, each as its kept nodes. */
function subtreesBeside(position: number, size: number): NodePlace[][] {
  const besides: NodePlace[][] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + largestPowerBelow(to - from)
    if (position < middle) {
      besides.unshift(peaksOf(middle, to))
      to = middle
    } else {
      besides.unshift(peaksOf(from, middle))
      from = middle
    }
  }
  return besides
}

export interface InclusionProof {
  readonly leaf: string
  readonly position: number
  readonly size: number
  readonly path: readonly Uint8Array[]
}

/** The root that a proof leads to (RFC 9162 §2.1.3.2); nothing for a path of another length than such a tree has. */
export function rootOfProof({ leaf, position, size, path }: InclusionProof): Buffer | undefined {
  if (position < 0 || position >= size) return undefined
  let [at, last] = [position, size - 1]
  let hash = hashOfLeaf(leaf)
  for (const other of path) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      hash = hashOfNode(other, hash)
      // A right edge that stands alone on its level is lifted until it has a neighbour.
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      hash = hashOfNode(hash, other)
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hash : undefined
}
