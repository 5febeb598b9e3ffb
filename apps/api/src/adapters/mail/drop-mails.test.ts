import { expect, test } from 'vitest'
import { dropMails } from './drop-mails.ts'

test('without SMTP_URL a message is dropped with a warning that tells neither receiver nor subject', async () => {
  const warnings: object[] = []
  const silent = { debug: () => undefined, info: () => undefined, error: () => undefined }
  const mailer = dropMails({ ...silent, warn: (facts) => void warnings.push(facts) })
  const mail = { id: 'to-sign.1', to: 'ana@people.test', subject: 'To sign', text: 't', html: 't' }
  expect(await mailer.send(mail)).toBe('dropped')
  expect(warnings).toEqual([{ mail: 'to-sign.1' }])
})
