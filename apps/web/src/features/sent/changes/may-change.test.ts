import { expect, test } from 'vitest'
import type { SentDocument, SentSigner } from '../sent-queries.ts'
import { isUnsigned, stageChoices, stagesWith } from './may-change.ts'

const documentOf = (...signers: [string, number, string][]) =>
  ({ signers: signers.map(([guid, stage, state]) => ({ guid, stage, state })) }) as unknown as SentDocument
const find = ({ signers }: SentDocument, guid: string): SentSigner => signers.find((one) => one.guid === guid)!

const THREE = documentOf(['a', 1, 'pending'], ['b', 2, 'waiting'], ['c', 3, 'waiting'], ['gone', 2, 'removed'])

test('only stages that have not begun are to be chosen, and a new one after them where that changes anything', () => {
  expect(stageChoices(THREE, find(THREE, 'a'))).toEqual([])
  expect(stageChoices(THREE, find(THREE, 'b'))).toEqual([2, 3, 4])
  expect(stageChoices(THREE, find(THREE, 'c'))).toEqual([2, 3])
})

test('a stage that nobody is left in goes, and only those who move are named', () => {
  expect(stagesWith(THREE, { guid: 'b', stage: 3 })).toEqual([{ guid: 'c', stage: 2 }])
  expect(stagesWith(THREE, { guid: 'b', stage: 4 })).toEqual([
    { guid: 'b', stage: 3 },
    { guid: 'c', stage: 2 },
  ])
  expect(stagesWith(THREE, { guid: 'b', stage: 2 })).toEqual([])
})

test('a document is unsigned until somebody has signed, whoever has left it', () => {
  expect(isUnsigned(THREE)).toBe(true)
  expect(isUnsigned(documentOf(['a', 1, 'signed'], ['b', 2, 'pending']))).toBe(false)
})
