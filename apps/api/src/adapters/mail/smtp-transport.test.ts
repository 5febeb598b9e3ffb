import { SMTPServer, type SMTPServerEnvelope, type SMTPServerOptions } from 'smtp-server'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { Secret } from '../../config/secret.ts'
import { answerOf, openTransport } from './smtp-transport.ts'

const PORTAL = 'https://sign.example.test/portal'

const MAIL = { id: 'to-sign.1', to: 'ana@people.test', subject: 's', text: 't', html: 't' }

/** A mail server that permits everything that its options do not refuse. */
async function openServer(options: SMTPServerOptions) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideENHANCEDSTATUSCODES: true,
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const url = new Secret(`smtp://127.0.0.1:${port}?insecure=1`)
  const transport = openTransport({ url, from: 'Rúbrica <a@b.test>' }, PORTAL)
  const close = async () => {
    transport.close()
    await new Promise<void>((resolve) => server.close(resolve))
  }
  return { transport, [Symbol.asyncDispose]: close }
}

test('a message reaches the SMTP server with sender, receiver, both texts, its logo and the mail that it follows', async () => {
  const received: string[] = []
  await using server = await openServer({
    onData: (stream, _session, done) => {
      stream.on('data', (chunk: Buffer) => received.push(chunk.toString()))
      stream.on('end', () => done())
    },
  })
  const handed = await server.transport.hand({
    id: 'to-sign.1',
    to: 'ana@people.test',
    subject: 'To sign',
    text: 'plain words',
    html: '<p>rich words</p>',
    logo: { mediaType: 'image/png', bytes: Buffer.from('picture') },
    replyTo: 'carla@people.test',
    inReplyTo: 'to-sign.0',
  })
  expect(handed).toMatchObject({ state: 'taken', answer: { server: '127.0.0.1', code: 250 } })
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

test('what cannot be brought further is reported to the address of that mail, by every server on the way', async () => {
  const envelopes: SMTPServerEnvelope[] = []
  await using server = await openServer({
    hideDSN: false,
    onData: (stream, session, done) => {
      envelopes.push(session.envelope)
      stream.on('data', () => undefined).on('end', () => done())
    },
  })
  await server.transport.hand(MAIL, 'bounces+0af@sign.example.test')
  await server.transport.hand(MAIL)
  const [told, untold] = envelopes
  expect(told!.mailFrom).toMatchObject({ address: 'bounces+0af@sign.example.test', args: { RET: 'HDRS' } })
  expect(told!.rcptTo).toMatchObject([{ address: 'ana@people.test', args: { NOTIFY: 'FAILURE,DELAY' } }])
  expect(untold!.mailFrom).toMatchObject({ address: 'a@b.test', args: {} })
})

test('a server that does not answer is an error, so that the job tries again', async () => {
  const transport = openTransport({ url: new Secret('smtp://127.0.0.1:9'), from: 'a@b.test' }, PORTAL)
  await expect(transport.hand(MAIL)).rejects.toThrow()
})

const refusing = (responseCode: number, words: string) => ({
  onRcptTo: (_address: unknown, _session: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(words), { responseCode })),
})

test.each([
  [550, '5.1.1 no ana@people.test here', '5.1.1'],
  [553, 'no such mailbox', null],
])('an address that %i %s is refused for good, in the words of the server', async (code, words, status) => {
  await using server = await openServer(refusing(code, words))
  expect(await server.transport.hand(MAIL)).toEqual({
    state: 'refused',
    answer: { server: '127.0.0.1', code, status, words: `${code} ${words}` },
  })
})

test.each([
  [450, '4.2.1 ana@people.test is busy', '4.2.1'],
  [554, '5.7.1 relaying denied for ana@people.test', '5.7.1'],
])('%i %s is an error, whose words are kept and stand in no log', async (code, words, status) => {
  await using server = await openServer(refusing(code, words))
  const failed: unknown = await server.transport.hand(MAIL).catch((error: unknown) => error)
  expect(failed).toMatchObject({
    code: 'EENVELOPE',
    message: `the mail was not sent: EENVELOPE, the mail server answers ${code}`,
  })
  expect(inspect(failed, { depth: 9 }) + JSON.stringify(failed)).not.toContain('ana@people.test')
  expect(answerOf(failed)).toEqual({ server: '127.0.0.1', code, status, words: `${code} ${words}` })
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
  const transport = openTransport({ url, from: 'a@b.test' }, PORTAL)
  const sending = transport.hand(MAIL)
  const outcome = await sending.then(
    () => 'sent',
    (error: Error) => error.message,
  )
  transport.close()
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
