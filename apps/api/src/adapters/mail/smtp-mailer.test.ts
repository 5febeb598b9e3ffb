import { SMTPServer } from 'smtp-server'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { Secret } from '../../config/secret.ts'
import { openMailer } from './smtp-mailer.ts'

const PORTAL = 'https://sign.example.test/portal'
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

test('a message reaches the SMTP server with sender, receiver, both texts, its logo and the mail that it follows', async () => {
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
  const mailer = openMailer(
    { url: new Secret(`smtp://127.0.0.1:${port}?insecure=1`), from: 'Rúbrica <a@b.test>' },
    PORTAL,
    silent,
  )
  await mailer.send({
    id: 'to-sign.1',
    to: 'ana@people.test',
    subject: 'To sign',
    text: 'plain words',
    html: '<p>rich words</p>',
    logo: { mediaType: 'image/png', bytes: Buffer.from('picture') },
    replyTo: 'carla@people.test',
    inReplyTo: 'to-sign.0',
  })
  mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
  const message = received.join('')
  for (const part of [
    'a@b.test',
    'To: ana@people.test',
    'Subject: To sign',
    'Message-ID: <to-sign.1@b.test>',
    'Auto-Submitted: auto-generated',
    'plain words',
    'rich words',
    'Reply-To: carla@people.test',
    'In-Reply-To: <to-sign.0@b.test>',
    'References: <to-sign.0@b.test>',
    'Content-ID: <logo>',
    'Content-Disposition: inline; filename=logo.png',
    Buffer.from('picture').toString('base64'),
  ]) {
    expect(message).toContain(part)
  }
})

test('a server that does not answer is an error, so that the job tries again', async () => {
  const mailer = openMailer({ url: new Secret('smtp://127.0.0.1:9'), from: 'a@b.test' }, PORTAL, silent)
  await expect(mailer.send({ to: 'a@b.test', subject: 's', text: 't', html: 't' })).rejects.toThrow()
})

test('a refused receiver is an error that does not repeat the address', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(new Error(`no ${address} here`)),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailer = openMailer(
    { url: new Secret(`smtp://127.0.0.1:${port}?insecure=1`), from: 'a@b.test' },
    PORTAL,
    silent,
  )
  const refused = await mailer
    .send({ to: 'ana@people.test', subject: 's', text: 't', html: 't' })
    .catch((error: unknown) => error)
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
  const mailer = openMailer(undefined, PORTAL, { ...silent, warn: (facts) => void warnings.push(facts) })
  expect(await mailer.send({ id: 'to-sign.1', to: 'ana@people.test', subject: 'To sign', text: 't', html: 't' })).toBe(
    false,
  )
  expect(warnings).toEqual([{ mail: 'to-sign.1' }])
})

const folder = mkdtempSync(join(tmpdir(), 'rubrica-mail-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A certificate for a host, signed by itself, that ends so many days from now. */
function makeCertificate(host: string, days: number) {
  const [key, request, cert] = ['key', 'csr', 'pem'].map((kind) => join(folder, `${host}${days}.${kind}`)) as Paths
  for (const line of [
    [
      'req',
      '-new',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      key,
      '-out',
      request,
    ].concat(['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]),
    ['x509', '-req', '-in', request, '-signkey', key, '-days', String(days), '-copy_extensions', 'copy', '-out', cert],
  ]) {
    const { status, stderr } = spawnSync('openssl', line)
    if (status !== 0) throw new Error(stderr.toString())
  }
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

type Paths = [key: string, request: string, cert: string]

interface Judge {
  readonly certificate?: ReturnType<typeof makeCertificate>
  readonly scheme?: 'smtp' | 'smtps'
  readonly query: string
}

/** Sends one mail with a password. @returns how it ended, what the server was told, and whether that was encrypted */
async function sendTo({ certificate, scheme = 'smtp', query }: Judge) {
  const told: { password?: string; greeting?: string; isEncrypted?: boolean; mails: number } = { mails: 0 }
  const server = new SMTPServer({
    ...(certificate ?? { disabledCommands: ['STARTTLS'] }),
    secure: scheme === 'smtps',
    allowInsecureAuth: true,
    onAuth: ({ password }, session, done) => {
      Object.assign(told, { password, isEncrypted: session.secure, greeting: session.hostNameAppearsAs })
      done(null, { user: 'portal' })
    },
    onData: (stream, _session, done) => {
      told.mails += 1
      stream.on('data', () => undefined).on('end', () => done())
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const url = new Secret(`${scheme}://portal:canary@localhost:${port}?${query}`)
  const mailer = openMailer({ url, from: 'a@b.test' }, PORTAL, silent)
  const sending = mailer.send({ to: 'ana@people.test', subject: 's', text: 't', html: 't' })
  const outcome = await sending.then(
    () => 'sent',
    (error: Error) => error.message,
  )
  mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
  return { outcome, told }
}

const trusting = ({ cert }: { cert: string }) => `tls.ca=${encodeURIComponent(cert)}`

test.each(['smtp', 'smtps'] as const)(
  'a password goes to a server of %s over an encrypted line, which greets with the host of the portal',
  async (scheme) => {
    const certificate = makeCertificate('localhost', 30)
    const { outcome, told } = await sendTo({ certificate, scheme, query: trusting(certificate) })
    expect(outcome).toBe('sent')
    expect(told).toEqual({ password: 'canary', isEncrypted: true, greeting: 'sign.example.test', mails: 1 })
  },
)

test('a server that does not encrypt hears neither password nor mail, unless the address permits it', async () => {
  const { outcome, told } = await sendTo({ query: '' })
  expect(outcome).toBe('the mail was not sent: ETLS, the mail server does not encrypt (STARTTLS)')
  expect(told).toEqual({ mails: 0 })
  const permitted = await sendTo({ query: 'insecure=1' })
  expect(permitted).toMatchObject({ outcome: 'sent', told: { password: 'canary', isEncrypted: false } })
})

test.each([
  ['is self-signed', 'localhost', 30, false],
  ['has expired', 'localhost', -1, true],
  ['is for another host', 'other.example.test', 30, true],
])('the error says that the certificate %s, and nothing was told', async (fault, host, days, isTrusted) => {
  const certificate = makeCertificate(host, days)
  for (const scheme of ['smtp', 'smtps'] as const) {
    const query = isTrusted ? trusting(certificate) : ''
    const { outcome, told } = await sendTo({ certificate, scheme, query })
    expect(outcome).toMatch(new RegExp(`^the mail was not sent: E[A-Z]+, the certificate of the mail server ${fault}$`))
    expect(told).toEqual({ mails: 0 })
  }
})
