import { expect, test } from 'vitest'
import {
  addSigner,
  changeSigner,
  EMPTY_DRAFT,
  moveSigner,
  removeSigner,
  stageChoices,
  tagsOf,
  type Draft,
} from './draft.ts'
import { placeSignatures } from './place-signatures.ts'

const person = (userId: string, canSign = true) => ({ userId, name: userId, mailDomain: 'example.org', canSign })
const withPeople = (...names: string[]) => names.reduce((draft, name) => addSigner(draft, person(name)), EMPTY_DRAFT)
const stages = ({ signers }: Draft) => signers.map(({ userId, stage }) => `${userId}${stage}`).join(' ')

test('people are added to the last stage, and nobody twice', () => {
  expect(stages(withPeople('ana', 'biel', 'ana'))).toBe('ana1 biel1')
  expect(stages(addSigner(changeSigner(withPeople('ana', 'biel'), 'biel', { stage: 2 }), person('carla')))).toBe(
    'ana1 biel2 carla2',
  )
})

test('stages leave no gap, whoever moves or goes', () => {
  const draft = changeSigner(withPeople('ana', 'biel', 'carla'), 'carla', { stage: 2 })
  expect(stages(changeSigner(draft, 'ana', { stage: 3 }))).toBe('biel1 carla2 ana3')
  expect(stages(removeSigner(removeSigner(draft, 'ana'), 'biel'))).toBe('carla1')
})

test('a signer goes a stage up or down, and past the ends into a stage of their own', () => {
  const draft = changeSigner(withPeople('ana', 'biel', 'carla'), 'carla', { stage: 2 })
  expect(stages(moveSigner(draft, 'carla', -1))).toBe('ana1 biel1 carla1')
  expect(stages(moveSigner(draft, 'ana', -1))).toBe('ana1 biel2 carla3')
  expect(stages(moveSigner(draft, 'biel', 1))).toBe('ana1 biel2 carla2')
  expect(stages(moveSigner(draft, 'carla', 1))).toBe('ana1 biel1 carla2')
})

test('a further stage is offered unless it would be the same one', () => {
  const draft = changeSigner(withPeople('ana', 'biel'), 'biel', { stage: 2 })
  expect(stageChoices(draft, draft.signers[0]!)).toEqual([1, 2, 3])
  expect(stageChoices(draft, draft.signers[1]!)).toEqual([1, 2])
})

test('tags are what stands between commas, each once', () => {
  expect(tagsOf({ ...EMPTY_DRAFT, tags: ' a, b,,a , c d' })).toEqual(['a', 'b', 'c d'])
})

test('signatures stand at the foot of the last page, inside of it and apart', () => {
  const a4 = { id: 'f', sha256: '', pages: [null, { width: 595, height: 842 }], findings: [] }
  const places = placeSignatures(a4, 7)!
  expect(places.map(({ page, x, y }) => [page, x, y])).toEqual([
    [2, 36, 36],
    [2, 208, 36],
    [2, 380, 36],
    [2, 36, 98],
    [2, 208, 98],
    [2, 380, 98],
    [2, 36, 160],
  ])
  for (const { x, width } of places) expect(x + width).toBeLessThanOrEqual(595 - 36)
})

test('where they do not fit, or nobody knows the page, there are no places', () => {
  expect(
    placeSignatures({ id: 'f', sha256: '', pages: [{ width: 200, height: 200 }], findings: [] }, 4),
  ).toBeUndefined()
  expect(placeSignatures({ id: 'f', sha256: '', pages: [null], findings: [] }, 1)).toBeUndefined()
  expect(
    placeSignatures({ id: 'f', sha256: '', pages: [{ width: 100, height: 800 }], findings: [] }, 1),
  ).toBeUndefined()
})
