import { expect, test } from 'vitest'
import { draftOfSent, type Sent } from './draft-of-sent.ts'

const asPerson = (userId: string) => ({
  userId,
  name: `Name ${userId}`,
  mailDomain: 'example.org',
  canSign: true,
})
const approver = (userId: string, state = 'approved') => ({
  ...{
    guid: `approver-${userId}`,
    userId,
    name: userId,
    state,
    operatedAt: null,
    reason: null,
    deputy: null,
    mail: null,
  },
  nextReminderAt: null,
})
const signer = (
  userId: string,
  more: Partial<Sent['document']['signers'][number]> = {},
): Sent['document']['signers'][number] => ({
  ...{
    guid: `guid-${userId}`,
    userId,
    name: `Name ${userId}`,
    state: 'pending',
    operatedAt: null,
    reason: null,
    deputy: null,
    mail: null,
    nextReminderAt: null,
  },
  ...{ stage: 1, calledAt: null, signsFor: null, readAll: false, delegable: true, disclaimer: null, certificate: null },
  ...{ certificateType: null, privateMessage: null, opened: false, guest: null, passing: null, approvers: [] },
  ...more,
})
const file = (key: string) => ({
  ...{ key, name: `${key}.pdf`, size: 9, state: 'ready' as const },
  uploaded: { id: key, sha256: '', pages: [], findings: [] },
})
const at = (page: number) => ({ page, x: 10, y: 20, width: 180, height: 60 })

const USUAL = { first: 3, every: 3, most: 5, isOwn: false }

function sent({
  signers,
  reminders = USUAL,
  ...more
}: { signers: Sent['document']['signers']; reminders?: typeof USUAL } & Partial<Omit<Sent, 'document'>>): Sent {
  const document = {
    ...{ fileName: 'Lease.pdf', description: 'Please', message: 'Please', tags: ['a', 'b'], copies: [] },
    ...{ signers, reminders, passingOn: 'asked' },
  } as unknown as Sent['document']
  const people = new Map(['ana', 'biel', 'carla'].map((userId) => [userId, asPerson(userId)]))
  return { document, file: file('lease'), attachments: [], addressees: [], places: [], people, ...more }
}

test('everybody is asked for the same again: what is for them alone, their terms, certificate, approvers and places', () => {
  const certificate = { guid: 'certificate', alias: 'Ana at work' }
  const disclaimer = { title: 'Terms', text: 'I agree' }
  const draft = draftOfSent(
    sent({
      signers: [
        signer('ana', { privateMessage: 'For you', certificate, signsFor: 'Rents', readAll: true, delegable: false }),
        signer('biel', { stage: 2, certificateType: 'uanataca', disclaimer, approvers: [approver('carla')] }),
      ],
      places: [
        { guid: 'guid-ana', positions: [at(1), at(2)] },
        { guid: 'guid-biel', positions: [] },
      ],
    }),
  )
  expect(draft).toMatchObject({ message: 'Please', tags: 'a, b', passingOn: 'asked', isVisible: true })
  expect(draft.files[0]!.description).toBeUndefined()
  expect(draft.signers).toMatchObject([
    {
      userId: 'ana',
      privateMessage: 'For you',
      certificate,
      certificateType: '',
      reason: 'Rents',
      readAll: true,
      delegable: false,
    },
    { userId: 'biel', stage: 2, certificate: undefined, certificateType: 'uanataca', disclaimer },
  ])
  expect(draft.signers[1]!.approvers).toMatchObject([{ userId: 'carla' }])
  expect(draft.places.boxes).toMatchObject([
    { file: 'lease', signer: 'ana', ...at(1) },
    { file: 'lease', signer: 'ana', ...at(2) },
  ])
})

test('reminders that were chosen for it alone are chosen again, and others stay as the subscription says', () => {
  const draft = (isOwn: boolean) => draftOfSent(sent({ signers: [signer('ana')], reminders: { ...USUAL, isOwn } }))
  expect(draft(true).reminders).toEqual({ first: 3, every: 3, most: 5 })
  expect(draft(false).reminders).toBeUndefined()
})

test('an attachment goes to those who had it, and to nobody else where they are gone', () => {
  const draft = draftOfSent(
    sent({
      signers: [signer('ana'), signer('biel'), signer('gone', { stage: 2 }), signer('old', { state: 'replaced' })],
      attachments: ['all', 'anas', 'gones', 'both'].map(file),
      addressees: [[], ['guid-ana'], ['guid-gone'], ['guid-gone', 'guid-biel']],
    }),
  )
  expect(draft.attachments.map(({ key, signers }) => [key, signers])).toEqual([
    ['all', []],
    ['anas', ['ana']],
    ['both', ['biel']],
  ])
  expect(draft.signers.map(({ userId, stage }) => [userId, stage])).toEqual([
    ['ana', 1],
    ['biel', 1],
  ])
})

test('without a place nobody sees the signatures, and a text of the document’s own stays with it', () => {
  const wish = sent({ signers: [signer('ana')] })
  const document = { ...wish.document, description: 'Of the flat' }
  const draft = draftOfSent({ ...wish, document })
  expect(draft.isVisible).toBe(false)
  expect(draft.files[0]!.description).toBe('Of the flat')
})
