import { LANGUAGES } from '@rubrica/domain'
import { describe, expect, test } from 'vitest'
import { openMailWriter } from './write-mails.ts'

const writer = openMailWriter({ portalEntry: (path) => `https://sign.example.test${path}`, defaultLanguage: 'fr' })
const waiting = (language: string, senderName: string) => ({
  signerId: 's-1',
  documentId: 'd-1',
  fileName: 'a $& {{name}}.pdf',
  isGuest: false,
  senderName,
  message: '',
  privateMessage: '',
  person: { name: 'Ana', email: 'ana@people.test', language },
})

const asked = ({ person, senderName, message }: ReturnType<typeof waiting>) => ({
  ...{ approverId: 'a-1', fileName: 'plan.pdf', signerName: 'Biel' },
  ...{ person, senderName, message },
})

describe.each(LANGUAGES)('a mail in %s', (language) => {
  test.each(['Acme', ''])('names file, person, place and sender %j, and leaves nothing to fill in', (sender) => {
    const mail = writer.toSign(waiting(language, sender))
    expect(mail).toMatchObject({ to: 'ana@people.test', id: 'to-sign.s-1' })
    expect(mail.subject).toContain('a $& {{name}}.pdf')
    for (const part of ['Ana', sender, 'a $& {{name}}.pdf', '\nhttps://sign.example.test/documents/d-1\n']) {
      expect(mail.text).toContain(part)
    }
    expect(`${mail.subject}${mail.text}`.replaceAll('a $& {{name}}.pdf', '')).not.toContain('{{')
  })
})

describe.each(LANGUAGES)('a mail to an approver in %s', (language) => {
  test.each(['Acme', ''])(
    'names file, signer, person, place and sender %j, and leaves nothing to fill in',
    (sender) => {
      const mail = writer.toApprove(asked(waiting(language, sender)))
      expect(mail).toMatchObject({ to: 'ana@people.test', id: 'to-approve.a-1' })
      for (const part of ['Ana', sender, 'Biel', 'plan.pdf', '\nhttps://sign.example.test/approvals/a-1\n']) {
        expect(mail.text).toContain(part)
      }
      expect(`${mail.subject}${mail.text}`).not.toContain('{{')
    },
  )
})

test.each([
  ['en', 'Europe/Madrid', /^Deadline: December 31, 2026 at 11:59.PM GMT\+1$/],
  ['es', 'Europe/Madrid', /^Fecha límite: 31 de diciembre de 2026.* 23:59 CET$/],
  ['ca', 'Europe/Madrid', /^Data límit: 31 de desembre del? 2026.* 23:59 CET$/],
  ['de', 'Europe/Berlin', /^Frist: 31\. Dezember 2026 um 23:59 MEZ$/],
  ['fr', 'UTC', /^Date limite\u00a0: 31 décembre 2026 à 22:59 UTC$/],
])('a deadline in %s is told in the zone %s, which is named', (language, timeZone, line) => {
  const deadline = { at: new Date('2026-12-31T22:59:00Z'), timeZone }
  const document = { ...waiting(language, 'Acme'), deadline }
  for (const { text } of [writer.toSign(document), writer.toApprove({ ...asked(document), deadline })]) {
    expect(text.split('\n').filter((one) => line.test(one))).toHaveLength(1)
  }
})

test('each language has words of its own, a region counts for its language, and an unknown one or none is the deployment’s', () => {
  const textOf = (language: string) => writer.toSign(waiting(language, 'Acme')).text
  expect(new Set(LANGUAGES.map(textOf)).size).toBe(LANGUAGES.length)
  expect(textOf('de-CH')).toBe(textOf('de'))
  expect([textOf('xx'), textOf('')]).toEqual([textOf('fr'), textOf('fr')])
})

describe.each(LANGUAGES)('a message in %s', (language) => {
  const write = (message: string) => {
    const document = { ...waiting(language, 'Acme'), message }
    return [writer.toSign(document).text, writer.toApprove(asked(document)).text]
  }
  const quoted = (text: string) => text.split('\n').filter((line) => line.startsWith('>'))

  test('is quoted in its lines, below words that say whose it is', () => {
    const plain = write('')
    for (const [index, text] of write('Before Friday.\r\n\nThanks {{name}} $&').entries()) {
      expect(quoted(text)).toEqual(['> Before Friday.', '>', '> Thanks {{name}} $&'])
      const added = text.split('\n').filter((line) => !plain[index]!.split('\n').includes(line))
      expect(added[0]).toMatch(/^[^>].*:$/)
      expect(quoted(plain[index]!)).toEqual([])
    }
  })
})

test('what is written to one signer alone stands in their mail, quoted below words that say so, and in no approver’s', () => {
  const document = { ...waiting('en', 'Acme'), message: 'To all.', privateMessage: 'Your rent goes up.' }
  for (const { text } of [writer.toSign(document), writer.toGuest(document, 's'), writer.remindToSign(document, 'r')]) {
    expect(text).toContain('\n> To all.\n\nTo you alone:\n> Your rent goes up.\n\n')
  }
  expect(writer.toApprove(asked(document)).text).not.toContain('rent')
})

test('no line of a message stands unmarked or turns the direction, and a long one is cut between characters', () => {
  const textOf = (message: string) => writer.toSign({ ...waiting('en', 'Acme'), message }).text
  const sly = textOf('a\u2028Sign here:\rhttps://evil.test\u202e\u0000\u0085b')
  expect(sly).toContain('\n> a\n> Sign here:\n> https://evil.test b\n\n')
  expect(textOf('😀'.repeat(501))).toContain(`\n> ${'😀'.repeat(500)}…\n\n`)
  expect(textOf('😀'.repeat(500))).toContain(`\n> ${'😀'.repeat(500)}\n\n`)
})
