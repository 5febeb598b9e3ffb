import { LANGUAGES } from '@rubrica/domain'
import { describe, expect, test } from 'vitest'
import type { EndedState, PartyNews } from '../../modules/notifications/ports.ts'
import { openMailWriter } from './write-mails.ts'

const writer = openMailWriter({ portalEntry: (path) => `https://sign.example.test${path}`, defaultLanguage: 'en' })
const EVENTS: readonly EndedState[] = ['completed', 'rejected', 'cancelled', 'expired']
const PARTS: readonly PartyNews['part'][] = ['signed', 'approved', 'asked']

const end = (event: EndedState, part: PartyNews['part'] = 'signed', documentId = 'd-1'): PartyNews => ({
  ...{ documentId, fileName: 'plan.pdf', event, part },
  actorName: event === 'rejected' ? 'Biel' : '',
})
const write = (language: string, news: readonly PartyNews[], isGuest = false) =>
  writer.toParty({ id: 'n-1', person: { name: 'Ana', email: 'ana@people.test', language }, isGuest, news })
const ends = EVENTS.flatMap((event) => PARTS.map((part) => [event, part] as const))

describe.each(LANGUAGES)('a mail to who was asked, in %s', (language) => {
  test.each(ends)('tells of one document that is %s to who has %s, and leaves nothing to fill in', (event, part) => {
    const mail = write(language, [end(event, part)])
    expect(mail).toMatchObject({ to: 'ana@people.test', id: 'to-party.n-1' })
    expect(mail.subject).toContain('plan.pdf')
    for (const said of ['Ana', `- ${mail.subject}`]) expect(mail.text).toContain(said)
    expect(mail.text.includes('Biel')).toBe(event === 'rejected')
    expect(mail.subject + mail.text + mail.html).not.toContain('{{')
  })

  test('counts the ends of several, each in words of its own', () => {
    const news = EVENTS.flatMap((event, place) =>
      Array.from({ length: place + 1 }, (_, number) => end(event, 'signed', `${event}-${number}`)),
    )
    const { subject, text } = write(language, news)
    expect(subject.match(/\d+/g)).toEqual(['1', '2', '3', '4'])
    expect(new Set(EVENTS.map((event) => write(language, [end(event)]).subject)).size).toBe(EVENTS.length)
    expect(text).toContain('\nhttps://sign.example.test/signed\n')
    expect(subject + text).not.toContain('{{')
  })
})

const TO_CHOICES = 'https://sign.example.test/notifications'

test('who has signed is led to the document, who approved to their list, and who did neither nowhere', () => {
  const linksOf = (...news: PartyNews[]) => write('en', news).text.match(/https:\S+/g)
  expect(linksOf(end('completed'))).toEqual(['https://sign.example.test/documents/d-1', TO_CHOICES])
  expect(linksOf(end('expired', 'approved'))).toEqual(['https://sign.example.test/signed', TO_CHOICES])
  expect(linksOf(end('expired', 'asked'))).toEqual([TO_CHOICES])
  expect(linksOf(end('expired', 'asked'), end('cancelled', 'signed', 'd-2'))).toEqual([
    'https://sign.example.test/documents/d-2',
    TO_CHOICES,
  ])
  expect(linksOf(end('completed'), end('completed', 'signed', 'd-2'))).toEqual([
    'https://sign.example.test/signed',
    TO_CHOICES,
  ])
})

test('a guest, who has no list, is led nowhere', () => {
  expect(write('en', [end('cancelled')], true).text).not.toContain('https:')
})

test('what was not completed is told first, and what that means to the reader below each', () => {
  const { text } = write('en', [end('completed'), end('cancelled', 'asked', 'd-2'), end('rejected', 'approved', 'd-3')])
  expect(text.split('\n').filter((line) => /^(- |  )/.test(line))).toEqual([
    '- plan.pdf: withdrawn by its sender',
    '  There is nothing left for you to do.',
    '- plan.pdf: rejected by Biel',
    '  Nobody else will sign it, so it stays incomplete.',
    '- plan.pdf: signed by everybody',
  ])
})
