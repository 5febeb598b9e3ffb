import { GrowingTree } from '../src/log/merkle-tree.ts'
import type { FindNodes, TreeNode } from '../src/log/tree-parts.ts'

export const leavesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `leaf ${index}`)

/** A tree over leaves, with the nodes that a log would keep of it. */
export function growLog(leaves: readonly string[]): { readonly tree: GrowingTree; readonly find: FindNodes } {
  const nodes = new Map<string, Buffer>()
  const keep = ({ level, position, hash }: TreeNode) => nodes.set(`${level}/${position}`, hash)
  const tree = new GrowingTree()
  for (const leaf of leaves) tree.append(leaf).forEach(keep)
  const find: FindNodes = (places) =>
    Promise.resolve(
      places.map(({ level, position }) => {
        const hash = nodes.get(`${level}/${position}`)
        if (!hash) throw new Error(`no node ${level}/${position}`)
        return hash
      }),
    )
  return { tree, find }
}
