/** What trees are put together of: nodes that are kept, and how they are hashed (RFC 9162 §2.1.1). */
import { createHash } from 'node:crypto'

/** Of a node over 2^level leaves, the `position`th of its level from 0. */
export interface NodePlace {
  readonly level: number
  readonly position: number
}

export interface TreeNode extends NodePlace {
  readonly hash: Buffer
}

/** Hashes of nodes of one log, in the order of the places; each is there once all its leaves are. */
export type FindNodes = (places: readonly NodePlace[]) => Promise<readonly Buffer[]>

export const hashOfLeaf = (leaf: string): Buffer => createHash('sha256').update('\0').update(leaf).digest()

export const hashOfNode = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update('\x01').update(left).update(right).digest()

/** The root of the tree of no leaves: the hash of no octets. */
export const emptyRoot = (): Buffer => createHash('sha256').digest()

/** The node over neighbouring subtrees, of which each is larger than the next. */
export function foldPeaks(peaks: readonly Buffer[]): Buffer {
  if (peaks.length === 0) return emptyRoot()
  return peaks.reduceRight((right, left) => hashOfNode(left, right))
}

/** The kept nodes that the leaves from `from` to before `to` consist of, where `from` is where a subtree begins. */
export function peaksOf(from: number, to: number): NodePlace[] {
  const peaks: NodePlace[] = []
  for (let at = from; at < to;) {
    const level = Math.floor(Math.log2(to - at))
    peaks.push({ level, position: at / 2 ** level })
    at += 2 ** level
  }
  return peaks
}

/** The leaves of the left one of the two subtrees of so many leaves, which are more than one. */
export const largestPowerBelow = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1)
