/** Mail goes to aiosmtpd, which wants STARTTLS and a password. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryDirectory, openScene, type Scene } from '@rubrica/testing'
import { installPython } from '../../install-strangers.mjs'
import { expectThat, versionIn, type Row } from '../row.ts'
import { startStranger, type Stranger } from '../stranger.ts'

const PYTHON = join(import.meta.dirname, '../python')
const REQUIREMENTS = join(PYTHON, 'mail_server.txt')
const [USER, PASSWORD] = ['rubrica', 'Interop-Mail-7']
const PORTAL = 'https://sign.interop.test'

interface Happening {
  readonly event: 'listening' | 'ehlo' | 'login' | 'mail' | 'end'
  readonly [fact: string]: unknown
}

const happenings = (server: Stranger): Happening[] =>
  server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Happening)

async function listen(python: string, tls: readonly string[]): Promise<{ server: Stranger; url: string }> {
  const server = startStranger([python, join(PYTHON, 'mail_server.py'), USER, PASSWORD, ...tls])
  const [, port] = await server.untilSaid(/"port": (\d+)/)
  return { server, url: `smtp://${USER}:${PASSWORD}@127.0.0.1:${port}` }
}

/** Asks for a new password as somebody who has forgotten theirs. */
async function forgetPassword(scene: Scene): Promise<void> {
  const asked = await fetch(`${scene.portal.url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('portal:')}` },
    body: new URLSearchParams({
      grant_type: 'password',
      username: 'ana',
      password: '',
      scope: String.raw`vidmobileuser\recoverpass`,
    }),
  })
  const { access_token: token } = (await asked.json()) as { access_token: string }
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }
  const mailed = await fetch(`${scene.portal.url}/api/vidmobileusers/${sub}/recoverpass`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expectThat('asking for a new password', mailed.status, 204)
}

/** The mail arrives, encrypted and after a log-in, with a link to the portal, and says that no person wrote it. */
async function sendEncrypted(scene: Scene, server: Stranger): Promise<void> {
  await forgetPassword(scene)
  await server.untilSaid(/"event": "mail".*\/recovery\?t=/)
  const told = happenings(server)
  const mail = told.find(({ event, text }) => event === 'mail' && String(text).includes('/recovery?t='))
  const login = told.find(({ event }) => event === 'login')
  expectThat('the receiver', mail?.['to'], ['ana@sandbox.example'])
  expectThat('sent encrypted', mail?.['encrypted'], true)
  expectThat('who wrote it', mail?.['submitted'], 'auto-generated')
  expectThat('the log-in', login, { event: 'login', encrypted: true, right: true })
  expectThat('our name in EHLO', told.find(({ event }) => event === 'ehlo')?.['name'], new URL(PORTAL).host)
}

/** Nothing is said to a server that offers no encryption: neither password nor mail. */
async function refuseClear(scene: Scene, server: Stranger): Promise<void> {
  await forgetPassword(scene)
  await server.untilSaid(/"event": "end"/)
  const said = happenings(server).filter(({ event }) => event === 'login' || event === 'mail')
  expectThat('said in the clear', said, [])
}

async function attempt(python: string): Promise<string> {
  await using folder = await makeTemporaryDirectory()
  const [certificate, key] = [join(folder.path, 'mail.pem'), join(folder.path, 'mail.key')]
  const to = ['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=mail.interop.test']
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...to, ...names], { stdio: 'pipe' })
  const strict = await listen(python, [certificate, key])
  const clear = await listen(python, [])
  try {
    const env = { PUBLIC_URL: PORTAL, SMTP_URL: strict.url, NODE_EXTRA_CA_CERTS: certificate }
    await using scene = await openScene({ env })
    await sendEncrypted(scene, strict.server)
    await scene.portal.server.restart({ SMTP_URL: clear.url })
    await refuseClear(scene, clear.server)
  } finally {
    await Promise.all([strict.server.stop(), clear.server.stop()])
  }
  return 'a mail for a new password arrives by STARTTLS and AUTH; without STARTTLS neither password nor mail is said'
}

export const mailServerRow: Row = {
  name: 'aiosmtpd',
  install: (report) => {
    const python = installPython({ folder: 'interop/aiosmtpd', requirements: REQUIREMENTS, name: 'aiosmtpd', report })
    return { version: versionIn(readFileSync(REQUIREMENTS, 'utf8'), 'aiosmtpd'), attempt: () => attempt(python) }
  },
}
