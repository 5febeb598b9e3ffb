import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { Secret } from '../../config/secret.ts'
import { openMailer } from './smtp-mailer.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

test('a message reaches the SMTP server with sender, receiver and both texts', async () => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.on('data', (chunk: Buffer) => received.push(chunk.toString()))
      stream.on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailer = openMailer({ url: new Secret(`smtp://127.0.0.1:${port}`), from: 'Rúbrica <a@b.test>' }, silent)
  await mailer.send({
    id: 'to-sign.1',
    to: 'ana@people.test',
    subject: 'To sign',
    text: 'plain words',
    html: '<p>rich words</p>',
  })
  mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
  const message = received.join('')
  for (const part of [
    'a@b.test',
    'To: ana@people.test',
    'Subject: To sign',
    'Message-ID: <to-sign.1@b.test>',
    'plain words',
    'rich words',
  ]) {
    expect(message).toContain(part)
  }
})

test('a server that does not answer is an error, so that the job tries again', async () => {
  const mailer = openMailer({ url: new Secret('smtp://127.0.0.1:9'), from: 'a@b.test' }, silent)
  await expect(mailer.send({ to: 'a@b.test', subject: 's', text: 't' })).rejects.toThrow()
})

test('a refused receiver is an error that does not repeat the address', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(new Error(`no ${address} here`)),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailer = openMailer({ url: new Secret(`smtp://127.0.0.1:${port}`), from: 'a@b.test' }, silent)
  const refused = await mailer.send({ to: 'ana@people.test', subject: 's', text: 't' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'EENVELOPE',
    message: 'the mail was not sent: EENVELOPE, the mail server answers 550',
  })
  expect(inspect(refused)).not.toContain('ana@people.test')
  mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

test('without SMTP_URL a message is dropped with a warning that tells neither receiver nor subject', async () => {
  const warnings: object[] = []
  const mailer = openMailer(undefined, { ...silent, warn: (facts) => void warnings.push(facts) })
  expect(await mailer.send({ id: 'to-sign.1', to: 'ana@people.test', subject: 'To sign', text: 't' })).toBe(false)
  expect(warnings).toEqual([{ mail: 'to-sign.1' }])
})
