import { expect, test } from 'vitest'
import type { MailToPerson, SentEvent } from '../sent-queries.ts'
import { layTimeline } from './lay-timeline.ts'

/** Seconds after ten o'clock. */
const at = (second: number) => new Date(Date.UTC(2026, 10, 30, 10, 0, second)).toISOString()

const eventAt = (second: number, type: string): SentEvent => ({
  ...{ sequence: second, type, at: at(second), person: null, reason: null, changes: [] },
})

type State = MailToPerson['answers'][number]['state']

const mailAt = (second: number, name: string, state: State | 'leaving' = 'taken'): MailToPerson => ({
  ...{ guid: `${second}-${name}`, about: 'asked', person: { userId: name, name }, at: at(second) },
  answers:
    state === 'leaving'
      ? []
      : [{ state, at: at(second), server: 'mx.example.org', code: null, status: null, words: '' }],
})

const all = <Item>(...items: Item[]) => ({ items, hasMore: false })
const some = <Item>(...items: Item[]) => ({ items, hasMore: true })

/** The lines as `type`, or as the names that a mail went to. */
const linesOf = (...lists: Parameters<typeof layTimeline>) =>
  layTimeline(...lists).map((line) => (line.kind === 'event' ? line.entry.type : line.entry.names.join(' ')))

test('mails stand between the events in the order of time', () => {
  const events = all(eventAt(0, 'document-sent'), eventAt(200, 'document-signed'))
  expect(linesOf(events, all(mailAt(1, 'Ana'), mailAt(201, 'Biel')))).toEqual([
    'document-sent',
    'Ana',
    'document-signed',
    'Biel',
  ])
})

test('mails that leave together and arrive are one line; one that does not, or that leaves later, is its own', () => {
  const mails = all(
    mailAt(1, 'Ana'),
    mailAt(2, 'Biel'),
    mailAt(3, 'Carla', 'refused'),
    mailAt(4, 'Dídac', 'refused'),
    mailAt(5, 'Eva'),
    mailAt(6, 'Fina', 'leaving'),
    mailAt(90, 'Gil'),
  )
  expect(linesOf(all(), mails)).toEqual(['Ana Biel', 'Carla', 'Dídac', 'Eva', 'Fina', 'Gil'])
})

test('nothing is shown after a moment until which one of the lists is not known', () => {
  const events = some(eventAt(0, 'document-sent'), eventAt(50, 'document-signed'))
  expect(linesOf(events, all(mailAt(1, 'Ana'), mailAt(51, 'Biel')))).toEqual([
    'document-sent',
    'Ana',
    'document-signed',
  ])
  expect(linesOf(events, some(mailAt(1, 'Ana')))).toEqual(['document-sent', 'Ana'])
})
