import { expect, test } from 'vitest'
import { growLog, leavesOf } from '../../testing/grow-log.ts'
import { isConsistent, proveConsistency } from './consistency.ts'
import { emptyRoot, hashOfLeaf, hashOfNode } from './tree-parts.ts'

const MOST = 64
const LEAVES = leavesOf(MOST)
const { find } = growLog(LEAVES)

const largestBelow = (count: number) => {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

const known = new Map<string, Buffer>()

function rootOf(leaves: readonly string[]): Buffer {
  const key = leaves.join()
  const root = known.get(key) ?? rootByDefinition(leaves)
  known.set(key, root)
  return root
}

/** MTH of RFC 9162 §2.1.1, as it is written there. */
function rootByDefinition(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return emptyRoot()
  if (leaves.length === 1) return hashOfLeaf(leaves[0]!)
  const k = largestBelow(leaves.length)
  return hashOfNode(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)))
}

/** SUBPROOF of RFC 9162 §2.1.4.1, as it is written there. */
function subproof(m: number, leaves: readonly string[], isWhole: boolean): Buffer[] {
  if (m === leaves.length) return isWhole ? [] : [rootOf(leaves)]
  const k = largestBelow(leaves.length)
  if (m <= k) return [...subproof(m, leaves.slice(0, k), isWhole), rootOf(leaves.slice(k))]
  return [...subproof(m - k, leaves.slice(k), false), rootOf(leaves.slice(0, k))]
}

const standing = (size: number, leaves = LEAVES) => ({ size, root: rootOf(leaves.slice(0, size)) })
const PAIRS = Array.from({ length: MOST }, (_, at) => at + 1).flatMap((second) =>
  Array.from({ length: second }, (_, at) => [at + 1, second] as const),
)

test('the proof between any two trees of up to 64 leaves is that of the definition, and holds', async () => {
  for (const [first, second] of PAIRS) {
    const path = await proveConsistency(find, first, second)
    expect(path, `${first} ${second}`).toEqual(subproof(first, LEAVES.slice(0, second), true))
    expect(isConsistent(standing(first), standing(second), path), `${first} ${second}`).toBe(true)
  }
})

test('the examples of RFC 9162 §2.1.5 have the paths that stand there', async () => {
  const leaf = (at: number) => hashOfLeaf(LEAVES[at]!)
  const [a, b, c, d] = [leaf(0), leaf(1), leaf(2), leaf(3)]
  const [g, h, i, j] = [hashOfNode(a, b), hashOfNode(c, d), hashOfNode(leaf(4), leaf(5)), leaf(6)]
  const [k, l] = [hashOfNode(g, h), hashOfNode(i, j)]
  expect(await proveConsistency(find, 3, 7)).toEqual([c, d, g, l])
  expect(await proveConsistency(find, 4, 7)).toEqual([l])
  expect(await proveConsistency(find, 6, 7)).toEqual([i, j, k])
})

test('no proof between any two trees of up to 64 leaves holds for another root, size or path', async () => {
  const other = hashOfLeaf('another')
  for (const [first, second] of PAIRS.filter(([one, two]) => one < two)) {
    const path = await proveConsistency(find, first, second)
    const [before, after] = [standing(first), standing(second)]
    const wrong = {
      'first root': isConsistent({ ...before, root: other }, after, path),
      'second root': isConsistent(before, { ...after, root: other }, path),
      'one hash more': isConsistent(before, after, [...path, other]),
      'one hash less': isConsistent(before, after, path.slice(0, -1)),
      'no hash': isConsistent(before, after, []),
      'hashes that are cut otherwise': isConsistent(before, after, [Buffer.concat(path.slice(0, 2)), Buffer.alloc(0)]),
      'the other way round': isConsistent(after, before, path),
    }
    expect(
      Object.entries(wrong).filter(([, holds]) => holds),
      `${first} ${second}`,
    ).toEqual([])
    for (const at of path.keys()) {
      expect(isConsistent(before, after, path.with(at, other)), `${first} ${second} ${at}`).toBe(false)
    }
  }
})

test('a log in which any one leaf was exchanged or taken out is not consistent with what it was, whatever its proof', async () => {
  const [first, second] = [13, 21]
  for (let at = 0; at < first; at++) {
    for (const leaves of [LEAVES.with(at, 'another'), LEAVES.toSpliced(at, 1)]) {
      const path = await proveConsistency(growLog(leaves).find, first, second)
      expect(isConsistent(standing(first, leaves), standing(second, leaves), path)).toBe(true)
      expect(isConsistent(standing(first), standing(second, leaves), path)).toBe(false)
    }
  }
})

test('every tree begins with the empty one, and is consistent with itself, without a hash', () => {
  expect(isConsistent(standing(0), standing(9), [])).toBe(true)
  expect(isConsistent({ size: 0, root: rootOf(['x']) }, standing(9), [])).toBe(false)
  expect(isConsistent(standing(0), standing(9), [rootOf(['x'])])).toBe(false)
  expect(isConsistent(standing(9), standing(9), [])).toBe(true)
  expect(isConsistent(standing(9), standing(9), [rootOf(['x'])])).toBe(false)
  expect(isConsistent(standing(9), { ...standing(9), root: rootOf(['x']) }, [])).toBe(false)
})

test('a proof has at most one hash for each level of the tree, and one for where it begins', async () => {
  const { find: wide } = growLog(leavesOf(1025))
  for (const first of [1, 2, 3, 511, 512, 513, 1023, 1024]) {
    expect((await proveConsistency(wide, first, 1025)).length).toBeLessThanOrEqual(12)
  }
})
