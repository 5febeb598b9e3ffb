import { LANGUAGES } from '@rubrica/domain'
import { describe, expect, test } from 'vitest'
import type { AskedNews } from '../../modules/notifications/ports.ts'
import { openMailWriter } from './write-mails.ts'

const writer = openMailWriter({ portalEntry: (path) => `https://sign.example.test${path}`, defaultLanguage: 'en' })

const waiting = (event: AskedNews['event'], number = 1): AskedNews => ({
  ...{ event, documentId: `d-${number}`, partId: `p-${number}`, fileName: `plan-${number}.pdf`, senderName: 'Biel' },
})
const write = (language: string, news: readonly AskedNews[]) =>
  writer.toReminded({ id: 'n-1', person: { name: 'Ana', email: 'ana@people.test', language }, news })
const linksOf = ({ text }: { text: string }) => text.match(/https:\S+/g)

describe.each(LANGUAGES)('a mail that reminds, in %s', (language) => {
  test.each(['sign', 'approve'] as const)('names what there is to %s, and who sent it', (event) => {
    const mail = write(language, [waiting(event)])
    expect(mail).toMatchObject({ to: 'ana@people.test', id: 'to-reminded.n-1', partId: 'p-1' })
    expect(mail.subject).toContain('plan-1.pdf')
    for (const said of ['Ana', 'Biel', `- ${mail.subject}`]) expect(mail.text).toContain(said)
    expect(mail.subject + mail.text + mail.html).not.toContain('{{')
  })

  test('counts what there is to sign and to approve', () => {
    const { subject, text, partId } = write(language, [waiting('approve'), waiting('sign', 2), waiting('sign', 3)])
    expect(subject.match(/\d+/g)).toEqual(['2', '1'])
    expect(text.indexOf('plan-2.pdf')).toBeLessThan(text.indexOf('plan-1.pdf'))
    expect(partId).toBeUndefined()
    expect(subject + text).not.toContain('{{')
  })
})

const TO_CHOICES = 'https://sign.example.test/notifications'

test('one is led to the document or the approval, several to the list', () => {
  expect(linksOf(write('en', [waiting('sign')]))).toEqual(['https://sign.example.test/documents/d-1', TO_CHOICES])
  expect(linksOf(write('en', [waiting('approve')]))).toEqual(['https://sign.example.test/approvals/p-1', TO_CHOICES])
  expect(linksOf(write('en', [waiting('sign'), waiting('sign', 2)]))).toEqual([
    'https://sign.example.test/',
    TO_CHOICES,
  ])
})

test('nobody is named where the sender gave no name', () => {
  const [line, ...further] = write('en', [{ ...waiting('sign'), senderName: '' }])
    .text.split('\n')
    .filter((one) => /^(- |  )/.test(one))
  expect(line).toBe('- plan-1.pdf: still waiting for your signature')
  expect(further).toEqual([])
})
