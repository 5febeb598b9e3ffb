import { LANGUAGES } from '@rubrica/domain'
import { describe, expect, test } from 'vitest'
import { openMailWriter } from './write-mails.ts'

const writer = openMailWriter({ portalEntry: (path) => `https://sign.example.test${path}`, defaultLanguage: 'fr' })
const waiting = (language: string, senderName: string) => ({
  signerId: 's-1',
  documentId: 'd-1',
  fileName: 'a $& {{name}}.pdf',
  senderName,
  person: { name: 'Ana', email: 'ana@people.test', language },
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
      const { person, senderName } = waiting(language, sender)
      const mail = writer.toApprove({ approverId: 'a-1', fileName: 'plan.pdf', senderName, signerName: 'Biel', person })
      expect(mail).toMatchObject({ to: 'ana@people.test', id: 'to-approve.a-1' })
      for (const part of ['Ana', sender, 'Biel', 'plan.pdf', '\nhttps://sign.example.test/approvals/a-1\n']) {
        expect(mail.text).toContain(part)
      }
      expect(`${mail.subject}${mail.text}`).not.toContain('{{')
    },
  )
})

test('each language has words of its own, a region counts for its language, and an unknown one or none is the deployment’s', () => {
  const textOf = (language: string) => writer.toSign(waiting(language, 'Acme')).text
  expect(new Set(LANGUAGES.map(textOf)).size).toBe(LANGUAGES.length)
  expect(textOf('de-CH')).toBe(textOf('de'))
  expect([textOf('xx'), textOf('')]).toEqual([textOf('fr'), textOf('fr')])
})
