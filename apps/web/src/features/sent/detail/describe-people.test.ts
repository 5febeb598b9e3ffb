import { expect, test } from 'vitest'
import type { SentDocument } from '../sent-queries.ts'
import { awaitedOf, stagesOf, standingOfApprover, standingOfSigner, stillAsked } from './describe-people.ts'

const person = (name: string, state: string) => ({
  guid: name,
  userId: name,
  name,
  state,
  operatedAt: null,
  reason: null,
  deputy: null,
  mail: null,
  nextReminderAt: null,
})
const signer = (name: string, state: string, more: { stage?: number; approvers?: [string, string][] } = {}) => ({
  ...person(name, state),
  stage: more.stage ?? 1,
  calledAt: state === 'pending' ? '2026-11-20T10:00:00Z' : null,
  signsFor: null,
  readAll: false,
  delegable: true,
  ...{ disclaimer: null, certificate: null, certificateType: null, privateMessage: null, opened: false },
  guest: null,
  passing: null,
  approvers: (more.approvers ?? []).map(([approver, standing]) => person(approver, standing)),
})
const sent = (signers: ReturnType<typeof signer>[], state: SentDocument['state'] = 'open') =>
  ({ state, signers, uploadedAt: '2026-11-18T10:00:00Z' }) as unknown as SentDocument

test('who waits does so for approvals, or for those before', () => {
  expect(standingOfSigner(signer('Ana', 'waiting', { approvers: [['Biel', 'pending']] })).text).toBe(
    'sent.signerStates.waitingApproval',
  )
  expect(standingOfSigner(signer('Ana', 'waiting', { approvers: [['Biel', 'accepted']] })).text).toBe(
    'sent.signerStates.waiting',
  )
})

test('a state that nobody here knows is one in which nobody can act', () => {
  expect(standingOfSigner(signer('Ana', 'delegated')).text).toBe('sent.signerStates.cancelled')
  expect(standingOfApprover(person('Biel', 'toString')).text).toBe('sent.approverStates.cancelled')
})

test('awaited are who can sign, since they were called, and who can approve, since it was sent', () => {
  const document = sent([
    signer('Ana', 'signed'),
    signer('Biel', 'pending'),
    signer('Carla', 'waiting', { approvers: [['Dora', 'pending']] }),
  ])
  expect(awaitedOf(document)).toEqual([
    { name: 'Biel', isApprover: false, since: '2026-11-20T10:00:00Z' },
    { name: 'Dora', isApprover: true, since: '2026-11-18T10:00:00Z' },
  ])
  expect(stillAsked(document)).toEqual(['Biel', 'Carla', 'Dora'])
})

test('the stage of now is the first one that not everybody has signed; of a document that is over there is none', () => {
  const signers = [
    signer('Ana', 'signed'),
    signer('Old', 'replaced'),
    signer('Biel', 'pending', { stage: 2 }),
    signer('Carla', 'waiting', { stage: 3 }),
  ]
  const standings = (document: SentDocument) => stagesOf(document).map(({ standing }) => standing)
  expect(standings(sent(signers))).toEqual(['done', 'now', 'later'])
  expect(standings(sent(signers, 'cancelled'))).toEqual(['done', null, null])
})
