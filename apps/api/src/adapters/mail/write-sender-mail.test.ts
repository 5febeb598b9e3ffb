import { LANGUAGES } from '@rubrica/domain'
import { describe, expect, test } from 'vitest'
import type { SenderEvent, SenderNews } from '../../modules/notifications/ports.ts'
import { openMailWriter } from './write-mails.ts'

const writer = openMailWriter({ portalEntry: (path) => `https://sign.example.test${path}`, defaultLanguage: 'en' })
const EVENTS: readonly SenderEvent[] = [
  ...(['signed', 'completed', 'rejected', 'expired', 'undelivered', 'passed-on', 'passing-asked'] as const),
]

const news = (event: SenderEvent, more: Partial<SenderNews> = {}): SenderNews => ({
  documentId: 'd-1',
  fileName: 'plan.pdf',
  event,
  actorName: event === 'expired' ? '' : 'Biel',
  reason: event === 'rejected' || event === 'undelivered' ? 'Too dear' : '',
  ...more,
})
const write = (language: string, all: readonly SenderNews[]) =>
  writer.toSender({ id: 'n-1', person: { name: 'Ana', email: 'ana@people.test', language }, news: all })

describe.each(LANGUAGES)('a mail to a sender in %s', (language) => {
  test.each(EVENTS)('tells of one document that was %s, and leaves nothing to fill in', (event) => {
    const mail = write(language, [news(event)])
    expect(mail).toMatchObject({ to: 'ana@people.test', id: 'to-sender.n-1' })
    expect(mail.subject).toContain('plan.pdf')
    for (const part of ['Ana', mail.subject, '\nhttps://sign.example.test/sent/d-1\n'])
      expect(mail.text).toContain(part)
    expect(mail.text.includes('Biel')).toBe(event !== 'expired')
    expect(mail.text.includes('Too dear')).toBe(event === 'rejected' || event === 'undelivered')
    expect(mail.subject + mail.text).not.toContain('{{')
  })

  test('counts what happened to several, with a link to all of them', () => {
    const documentOf = (number: number) => ({ documentId: `d-${number}` })
    const events = [...EVENTS, 'signed', 'signed'] as const
    const mail = write(
      language,
      events.map((event, number) => news(event, documentOf(number))),
    )
    expect(mail.subject.match(/\d+/g)).toEqual(['1', '3', '1', '1', '1', '1', '1'])
    expect(mail.text).toContain('\nhttps://sign.example.test/sent\n')
    expect(mail.subject + mail.text).not.toContain('{{')
  })
})

test('each language has words and plurals of its own', () => {
  const subjectOf = (language: string, times: number) =>
    write(
      language,
      Array.from({ length: times }, (_, index) => news('rejected', { documentId: `d-${index}` })),
    ).subject
  expect(LANGUAGES.map((language) => subjectOf(language, 2)).toSorted()).toEqual([
    'Els vostres documents: 2 rebutjats',
    'Ihre Dokumente: 2 abgelehnt',
    'Sus documentos: 2 rechazados',
    'Vos documents\u00a0: 2 refusés',
    'Your documents: 2 rejected',
  ])
  const single = write('es', [news('rejected'), news('signed', { documentId: 'd-2' })])
  expect(single.subject).toBe('Sus documentos: 1 firmado, 1 rechazado')
})

test('of very many lines the rejections are told, and the others counted', () => {
  const many = Array.from({ length: 1200 }, (_, index) => news('signed', { documentId: `d-${index}` }))
  const { subject, text } = write('en', [...many, news('rejected', { documentId: 'last' })])
  expect(subject).toBe('Your documents: 1,200 signed, 1 rejected')
  const lines = text.split('\n').filter((line) => line.startsWith('- '))
  expect(lines).toHaveLength(101)
  expect(lines[0]).toBe('- plan.pdf: rejected by Biel')
  expect(lines.at(-1)).toBe('- and 1,101 more')
})

test('names and reasons stay on their lines, and turn no direction', () => {
  const { subject, text } = write('en', [
    news('rejected', {
      fileName: 'a\r\nBcc: eve@people.test\u2028.pdf',
      actorName: 'Biel\n- b.pdf: signed by Eve',
      reason: 'No\u202e\u0000{{person}} $&',
    }),
  ])
  expect(subject).toBe('a Bcc: eve@people.test .pdf: rejected by Biel - b.pdf: signed by Eve')
  expect(text.split('\n').filter((line) => /^(- |Bcc)/.test(line))).toHaveLength(1)
  expect(text).toContain('\n  Reason: No {{person}} $&\n')
})
