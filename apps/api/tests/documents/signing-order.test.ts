/**
 * In which order signers are called: all at once, one after another, or in stages; approvers hold back their own signer
 * and nobody else.
 */
import { beforeAll, expect, test } from 'vitest'
import { trySigning, type Scene } from '@rubrica/testing'
import { approvalsScene, approvedBy } from '../scenes/approvals-scene.ts'

const { accept, approvalOf, documentState, notifiedOf, opened, query, statesOf } = approvalsScene()

let scene: Scene
beforeAll(() => {
  scene = opened()
})

test('in parallel, approvers hold back their own signer and nobody else', async () => {
  const signers = [{ userId: 'ana', ...approvedBy('carla') }, { userId: 'biel' }]
  const sent = await scene.send({ signers: [], description: { signers } })
  expect(await statesOf('signers', sent)).toEqual(['pending', 'waiting'])
  expect(await trySigning(scene.people.biel, sent.signers[1]!.guid)).toBe(204)
  expect(await statesOf('signers', sent)).toEqual(['signed', 'waiting'])
  expect(await accept('carla', await approvalOf('carla', sent))).toBe(204)
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
})

test.each(['before', 'after'] as const)(
  'in a sequence, a signer whose approver accepts %s the signature of the one before is called when both are there',
  async (when) => {
    const signers = [{ userId: 'ana' }, { userId: 'biel', ...approvedBy('carla') }]
    const sent = await scene.send({ signers: [], description: { order: 'sequential', signers } })
    const accepting = async () => expect(await accept('carla', await approvalOf('carla', sent))).toBe(204)
    const signing = async () => expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
    const [first, second] = when === 'before' ? [accepting, signing] : [signing, accepting]
    await first()
    expect(await statesOf('signers', sent)).toEqual(when === 'before' ? ['pending', 'waiting'] : ['signed', 'waiting'])
    expect(await notifiedOf(sent)).not.toContain(sent.signers[1]!.guid)
    await second()
    expect(await statesOf('signers', sent)).toEqual(['pending', 'signed'])
    expect(await notifiedOf(sent)).toContain(sent.signers[1]!.guid)
  },
)

test('a stage is called when everybody of the one before has signed, and not while one of them has not', async () => {
  const signers = [
    { userId: 'ana', stage: 1 },
    { userId: 'biel', stage: 1 },
    { userId: 'carla', stage: 2, ...approvedBy('ana') },
  ]
  const sent = await scene.send({ signers: [], description: { signers } })
  const stateOfLast = async () =>
    (await query<{ state: string }>('select state from signers where id = $1', [sent.signers[2]!.guid]))[0]!.state
  expect(await accept('ana', await approvalOf('ana', sent))).toBe(204)
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  expect([await stateOfLast(), (await notifiedOf(sent)).includes(sent.signers[2]!.guid)]).toEqual(['waiting', false])
  expect(await trySigning(scene.people.carla, sent.signers[2]!.guid)).toBe(404)
  expect(await trySigning(scene.people.biel, sent.signers[1]!.guid)).toBe(204)
  expect([await stateOfLast(), (await notifiedOf(sent)).includes(sent.signers[2]!.guid)]).toEqual(['pending', true])
  expect(await trySigning(scene.people.carla, sent.signers[2]!.guid)).toBe(204)
  expect(await documentState(sent)).toBe('completed')
})

test('a sequence whose first signer has approvers begins with them', async () => {
  const signers = [{ userId: 'ana', ...approvedBy('carla') }, { userId: 'biel' }]
  const sent = await scene.send({ signers: [], description: { order: 'sequential', signers } })
  expect(await statesOf('signers', sent)).toEqual(['waiting', 'waiting'])
  expect(await accept('carla', await approvalOf('carla', sent))).toBe(204)
  const rows = await query('select state from signers where document_id = $1 order by ordinal', [sent.guid])
  expect(rows).toEqual([{ state: 'pending' }, { state: 'waiting' }])
})
