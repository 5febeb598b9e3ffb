/** Postfix sends our mails on, and brings what comes back, set up as docs/operations/people.md says. */
import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SentDocument } from '@rubrica/contract'
import { DEMO_PASSWORD, makePdf, makeTemporaryDirectory, openScene, sendDocument, type Scene } from '@rubrica/testing'
import { need, ProgramMissing } from '../../install-strangers.mjs'
import { sandboxEnvironment } from '../../sandbox-environment.mjs'
import { expectThat, type Row } from '../row.ts'
import { freePort } from '../stranger.ts'

const TOKEN = 'the-token-that-postfix-has-in-a-file'
/** As Debian has them. */
const [NOBODY, PIECES] = [65_534, '/usr/share/postfix/master.cf.dist']
const PATIENCE_MS = 60_000

interface Places {
  readonly folder: string
  /** Where it listens. */
  readonly port: number
  /** Where mail to people goes. */
  readonly next: string
  readonly portal: string
}

/** @returns the folder of its settings */
async function writeSettings({ folder, port, next, portal }: Places): Promise<string> {
  const [settings, token] = [join(folder, 'postfix'), join(folder, 'report-token')]
  for (const part of ['postfix', 'queue', 'data']) await mkdir(join(folder, part))
  await chmod(folder, 0o755)
  execFileSync('chown', ['postfix', join(folder, 'data')])
  await writeFile(token, `Authorization: Bearer ${TOKEN}\n`, { mode: 0o400 })
  await chown(token, NOBODY, NOBODY)
  const routes = `{bounces@sign.example.org = rubrica:}, {people.test = smtp:${next}}`
  const main = [
    `queue_directory = ${folder}/queue`,
    `data_directory = ${folder}/data`,
    'compatibility_level = 3.6',
    `maillog_file_prefixes = ${folder}`,
    `maillog_file = ${folder}/log`,
    'myhostname = mail.example.org',
    'mydestination =',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'mynetworks = 127.0.0.0/8',
    'smtp_tls_security_level = none',
    'recipient_delimiter = +',
    'relay_domains = sign.example.org',
    'relay_recipient_maps = inline:{ bounces@sign.example.org=x }',
    `transport_maps = inline:{ ${routes} }`,
  ]
  await writeFile(join(settings, 'main.cf'), `${main.join('\n')}\n`)
  const pieces = (await readFile(PIECES, 'utf8')).replace(/^smtp {6}inet/m, `${port} inet`)
  const bring = [
    'rubrica unix - n n - 4 pipe',
    '  flags=DORu user=nobody argv=/usr/bin/curl --silent --fail --max-time 30',
    `  --header @${token} --header content-type:message/rfc822`,
    `  --data-binary @- ${portal}/mail/reports`,
  ]
  await writeFile(join(settings, 'master.cf'), `${pieces}\n${bring.join('\n')}\n`)
  return settings
}

type Fate = SentDocument['signers'][number]['mail']

/** Has a document sent to Ana at an address. @returns what became of the mail to her */
async function fateOf(scene: Scene, email: string, final: string): Promise<Fate> {
  await scene.people.ana.call.updateUser({ body: { email, currentpassword: DEMO_PASSWORD } })
  const { guid } = await sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'to-sign.pdf', signers: [{ userId: 'ana' }] },
  })
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}`, {
      headers: { authorization: `Bearer ${scene.senderToken}` },
    })
    const { signers } = (await answer.json()) as SentDocument
    const mail = signers[0]!.mail
    if (mail?.state === final || Date.now() > end) return mail
    await pause(200)
  }
}

async function attempt(): Promise<string> {
  await using folder = await makeTemporaryDirectory()
  await using scene = await openScene({ env: { PORT: String(await freePort()) } })
  const { server, sandbox } = scene.portal
  const { SMTP_URL } = await sandboxEnvironment(sandbox.url, folder.path)
  const { hostname, port: nextPort } = new URL(SMTP_URL!)
  const port = await freePort()
  const next = `[${hostname}]:${nextPort}`
  const settings = await writeSettings({ folder: folder.path, port, next, portal: server.url })
  const postfix = (act: 'start' | 'stop') => execFileSync('postfix', ['-c', settings, act], { stdio: 'ignore' })
  postfix('start')
  try {
    await server.restart({
      SMTP_URL: `smtp://127.0.0.1:${port}?insecure=1`,
      MAIL_RETURN_ADDRESS: 'bounces@sign.example.org',
      MAIL_REPORTS_TOKEN: TOKEN,
    })
    const taken = await fateOf(scene, 'ana@people.test', 'taken')
    expectThat('what Postfix says', taken?.words.replace(/as .*/, ''), '250 2.0.0 Ok: queued ')
    const returned = await fateOf(scene, 'no-such-user@people.test', 'returned')
    const seen = [returned?.state, returned?.server, returned?.code, returned?.status]
    expectThat('what came back', seen, ['returned', hostname, 550, '5.1.1'])
  } finally {
    postfix('stop')
  }
  return 'a mail is queued; one whose reader the next server does not know comes back, and is told with its words'
}

export const postfixRow: Row = {
  name: 'postfix',
  install: () => {
    if (process.getuid?.() !== 0) throw new ProgramMissing('Postfix is started by root alone.')
    need('postconf', ['-h', '-d', 'mail_version'], '"apt-get install postfix" brings Postfix.')
    const version = execFileSync('postconf', ['-h', '-d', 'mail_version'], { encoding: 'utf8' }).trim()
    return { version, attempt }
  },
}
