/** Two people, or one in two windows, decide at the same moment: one order of events comes out, and nothing twice. */
import { beforeAll, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { IN_FULL_RUN, type Scene, trySigning } from '@rubrica/testing'
import { approvalsScene, approvedBy } from '../scenes/approvals-scene.ts'

/** `npm run test:full` runs the hundred rounds; a plain run keeps to a few. */
const ROUNDS = IN_FULL_RUN ? 100 : 4
const TIMEOUT = { timeout: 600_000 }

const { accept, approvalOf, opened, query, reject, rejectAsSigner } = approvalsScene({ CALLS_PER_MINUTE: '1000000' })

let scene: Scene
beforeAll(() => {
  scene = opened()
})

/** State of the document, of its signers and of its approvers, and how often each event is in its log. */
async function storyOf({ guid }: SentDocument) {
  const states = async (text: string) => (await query<{ state: string }>(text, [guid])).map(({ state }) => state)
  const events = await query<{ type: string; count: number }>(
    'select type, count(*)::integer from audit_events where document_id = $1 group by type',
    [guid],
  )
  return {
    document: (await states('select state from documents where id = $1'))[0]!,
    signers: await states('select state from signers where document_id = $1 order by ordinal'),
    approvers: (await states('select state from approvers where document_id = $1')).toSorted(),
    events: Object.fromEntries(events.map(({ type, count }) => [type, count])),
  }
}

const notifiedTimes = async (signerGuid: string) =>
  (
    await query<{ count: number }>(
      `select count(*)::integer from pgboss.job where name = 'tell-signer' and data->>'signerId' = $1`,
      [signerGuid],
    )
  )[0]!.count

async function rounds(play: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await play()
}

test('of two approvers who accept at once the last one calls the signer, once', TIMEOUT, () =>
  rounds(async () => {
    const sent = await scene.send({ signers: ['ana'], signer: approvedBy('biel', 'carla') })
    const [biels, carlas] = [await approvalOf('biel', sent), await approvalOf('carla', sent)]
    expect(await Promise.all([accept('biel', biels), accept('carla', carlas)])).toEqual([204, 204])
    expect(await storyOf(sent)).toMatchObject({
      document: 'open',
      signers: ['pending'],
      approvers: ['accepted', 'accepted'],
      events: { 'document-approved': 2 },
    })
    expect(await notifiedTimes(sent.signers[0]!.guid)).toBe(1)
  }),
)

test('of ten acceptances of one approver at once one gets 204 and the others 409', TIMEOUT, () =>
  rounds(async () => {
    const sent = await scene.send({ signers: ['ana'], signer: approvedBy('biel') })
    const approverGuid = await approvalOf('biel', sent)
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept('biel', approverGuid)))
    expect(answers.toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 409)])
    expect((await storyOf(sent)).events).toMatchObject({ 'document-approved': 1 })
    expect(await notifiedTimes(sent.signers[0]!.guid)).toBe(1)
  }),
)

test('accepting against rejecting of one approver has one winner', TIMEOUT, () =>
  rounds(async () => {
    const sent = await scene.send({ signers: ['ana'], signer: approvedBy('biel') })
    const approverGuid = await approvalOf('biel', sent)
    const [accepted, rejected] = await Promise.all([accept('biel', approverGuid), reject('biel', approverGuid)])
    expect([accepted, rejected].toSorted()).toEqual([204, 409])
    const { document, signers, approvers } = await storyOf(sent)
    const won = accepted === 204 ? ['open', 'pending', 'accepted'] : ['rejected', 'cancelled', 'rejected']
    expect([document, ...signers, ...approvers]).toEqual(won)
  }),
)

test('accepting against the rejection of another approver: the document is rejected and calls nobody', TIMEOUT, () =>
  rounds(async () => {
    const sent = await scene.send({ signers: ['ana'], signer: approvedBy('biel', 'carla') })
    const [biels, carlas] = [await approvalOf('biel', sent), await approvalOf('carla', sent)]
    const [accepted, rejected] = await Promise.all([accept('biel', biels), reject('carla', carlas)])
    expect([rejected, [204, 409].includes(accepted)]).toEqual([204, true])
    expect(await storyOf(sent)).toMatchObject({
      document: 'rejected',
      signers: ['cancelled'],
      approvers: [accepted === 204 ? 'accepted' : 'cancelled', 'rejected'],
      events: { 'document-rejected': 1 },
    })
    expect(await notifiedTimes(sent.signers[0]!.guid)).toBe(0)
  }),
)

test('accepting against the rejection of a signer: the document is rejected once', TIMEOUT, () =>
  rounds(async () => {
    const signers = [{ userId: 'ana' }, { userId: 'biel', ...approvedBy('carla') }]
    const sent = await scene.send({ signers: [], description: { signers } })
    const approverGuid = await approvalOf('carla', sent)
    const [accepted, rejected] = await Promise.all([
      accept('carla', approverGuid),
      rejectAsSigner('ana', sent.signers[0]!.guid),
    ])
    expect([rejected, [204, 409].includes(accepted)]).toEqual([204, true])
    const story = await storyOf(sent)
    expect([story.document, story.signers]).toEqual(['rejected', ['rejected', 'cancelled']])
    expect(story.approvers).toEqual([accepted === 204 ? 'accepted' : 'cancelled'])
    expect(story.events).toMatchObject({ 'document-rejected': 1 })
  }),
)

test('two rejections at once, of an approver and of a signer, end the document once', TIMEOUT, () =>
  rounds(async () => {
    const signers = [{ userId: 'ana' }, { userId: 'biel', ...approvedBy('carla') }]
    const sent = await scene.send({ signers: [], description: { signers } })
    const approverGuid = await approvalOf('carla', sent)
    const answers = await Promise.all([reject('carla', approverGuid), rejectAsSigner('ana', sent.signers[0]!.guid)])
    expect(answers.toSorted()).toEqual([204, 409])
    expect(await storyOf(sent)).toMatchObject({ document: 'rejected', events: { 'document-rejected': 1 } })
  }),
)

test('in a sequence, the signature before and the last acceptance at once call the next signer, once', TIMEOUT, () =>
  rounds(async () => {
    const signers = [{ userId: 'ana' }, { userId: 'biel', ...approvedBy('carla') }]
    const sent = await scene.send({ signers: [], description: { order: 'sequential', signers } })
    const approverGuid = await approvalOf('carla', sent)
    const signing = trySigning(scene.people.ana, sent.signers[0]!.guid)
    const answers = await Promise.all([signing, accept('carla', approverGuid)])
    expect(answers).toEqual([204, 204])
    expect((await storyOf(sent)).signers).toEqual(['signed', 'pending'])
    expect(await notifiedTimes(sent.signers[1]!.guid)).toBe(1)
  }),
)

test(
  'a signature against the rejection of another signer’s approver: the document is rejected, signed before or not at all',
  TIMEOUT,
  () =>
    rounds(async () => {
      const signers = [{ userId: 'ana' }, { userId: 'biel', ...approvedBy('carla') }]
      const sent = await scene.send({ signers: [], description: { signers } })
      const approverGuid = await approvalOf('carla', sent)
      const [signed, rejected] = await Promise.all([
        trySigning(scene.people.ana, sent.signers[0]!.guid),
        reject('carla', approverGuid),
      ])
      // The document may well be signed by one and then rejected by another.
      expect([rejected, [204, 409].includes(signed)]).toEqual([204, true])
      const story = await storyOf(sent)
      expect([story.document, story.signers]).toEqual([
        'rejected',
        [signed === 204 ? 'signed' : 'cancelled', 'cancelled'],
      ])
      expect(story.events['document-signed'] ?? 0).toBe(signed === 204 ? 1 : 0)
    }),
)
