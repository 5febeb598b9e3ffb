import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { growLog, leavesOf } from '../../testing/grow-log.ts'
import { GrowingTree, proveInclusion, rootOfProof } from './merkle-tree.ts'
import { hashOfLeaf } from './tree-parts.ts'

/** RFC 9162 §2.1.1, as it is written there. */
function rootByDefinition(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return createHash('sha256').digest()
  if (leaves.length === 1) return hashOfLeaf(leaves[0]!)
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  const [left, right] = [rootByDefinition(leaves.slice(0, half)), rootByDefinition(leaves.slice(half))]
  return createHash('sha256').update('\x01').update(left).update(right).digest()
}

test.each([0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 100])('the root of %i leaves is that of the definition', (count) => {
  const leaves = leavesOf(count)
  expect(growLog(leaves).tree.root()).toEqual(rootByDefinition(leaves))
})

test('a tree that is opened again grows as if it had never been closed', async () => {
  const leaves = leavesOf(70)
  for (const size of [0, 1, 6, 32, 33, 69]) {
    const { find } = growLog(leaves.slice(0, size))
    const tree = await GrowingTree.open(size, find)
    for (const leaf of leaves.slice(size)) tree.append(leaf)
    expect([tree.size, tree.root()], `${size}`).toEqual([70, rootByDefinition(leaves)])
  }
})

test('each leaf of trees of every size up to 40 has a path to the root, which no other leaf, place or size has', async () => {
  for (let size = 1; size <= 40; size += 1) {
    const leaves = leavesOf(size)
    const { tree, find } = growLog(leaves)
    for (const [position, leaf] of leaves.entries()) {
      const path = await proveInclusion(find, position, size)
      const proof = { leaf, position, size, path }
      expect(rootOfProof(proof)).toEqual(tree.root())
      expect(rootOfProof({ ...proof, leaf: 'another' })).not.toEqual(tree.root())
      expect(rootOfProof({ ...proof, position: size })).toBeUndefined()
      expect(rootOfProof({ ...proof, path: [...path, tree.root()] })).toBeUndefined()
      if (path.length > 0) expect(rootOfProof({ ...proof, path: path.slice(1) })).not.toEqual(tree.root())
      if (size > 1) {
        const elsewhere = (position + 1) % size
        expect(rootOfProof({ ...proof, position: elsewhere })).not.toEqual(tree.root())
      }
    }
  }
})

test('a path is no longer than the tree is high', async () => {
  const { find } = growLog(leavesOf(1000))
  expect(await proveInclusion(find, 0, 1000)).toHaveLength(10)
})
