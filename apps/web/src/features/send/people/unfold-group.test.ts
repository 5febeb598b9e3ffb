import { expect, test } from 'vitest'
import type { Recipient } from '../../../shared/sending/contacts/recipients.ts'
import { EMPTY_DRAFT, MOST_SIGNERS } from '../draft.ts'
import { addRecipient, unfoldGroup } from './unfold-group.ts'

const known = (userId: string, more: Partial<Recipient> = {}): Recipient => ({
  ...{ userId, name: userId, email: null, mailDomain: 'example.org', phone: null, language: '' },
  ...{ canSign: true, canBeAsked: true, ...more },
})
const guest = (email: string, more: Partial<Recipient> = {}): Recipient =>
  known('', { userId: null, name: email, email, mailDomain: 'example.com', ...more })

test('each of a group becomes a row of their own, who has no account too, and nobody twice', () => {
  const people = [known('ana'), guest('Aina@example.com'), known('ANA'), guest('aina@EXAMPLE.com')]
  const draft = people.reduce(addRecipient, EMPTY_DRAFT)
  expect(draft.signers.map(({ name, guest: facts }) => [name, facts?.email])).toEqual([
    ['ana', undefined],
    ['Aina@example.com', 'Aina@example.com'],
  ])
})

test('who is there already, is no longer active, may not be asked or finds no room is left out by name', () => {
  const draft = addRecipient(EMPTY_DRAFT, known('ana'))
  const members = [
    known('Ana'),
    known('pau', { canBeAsked: false }),
    guest('a@example.com', { canBeAsked: false }),
    known('biel'),
  ]
  const { add, leftOut } = unfoldGroup(draft, members)
  expect(add.map(({ userId }) => userId)).toEqual(['biel'])
  expect(leftOut).toEqual([
    { name: 'Ana', why: 'there' },
    { name: 'pau', why: 'gone' },
    { name: 'a@example.com', why: 'guest' },
  ])
  const many = Array.from({ length: MOST_SIGNERS + 1 }, (_, index) => known(`n${index}`))
  expect(unfoldGroup(EMPTY_DRAFT, many).leftOut).toEqual([{ name: `n${MOST_SIGNERS}`, why: 'full' }])
})
