/** Messages of webhooks are verified by Python's library of Standard Webhooks, also while a secret is being changed. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  openScene,
  openWebhookReceiver,
  runCli,
  type Received,
  type Scene,
  type WebhookReceiver,
} from '@rubrica/testing'
import { installPython } from '../../install-strangers.mjs'
import { expectThat, versionIn, type Row } from '../row.ts'

const PYTHON = join(import.meta.dirname, '../python')
const REQUIREMENTS = join(PYTHON, 'webhook_judge.txt')
/** Milliseconds in which a message comes. */
const PATIENCE = 30_000

interface Judged extends Pick<Received, 'headers' | 'body'> {
  readonly secret: string
}

/** @returns whether each is genuine */
function judge(python: string, messages: readonly Judged[]): boolean[] {
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
  const said = execFileSync(python, [join(PYTHON, 'webhook_judge.py')], { input, encoding: 'utf8' })
  return said
    .trim()
    .split('\n')
    .map((line) => line === 'genuine')
}

/** Has a test message sent. @returns what came */
async function test(scene: Scene, receiver: WebhookReceiver, webhookId: string): Promise<Received> {
  receiver.forget()
  const came = new Promise<Received>((resolve, fail) => {
    const late = setTimeout(() => fail(new Error('no message came')), PATIENCE)
    receiver.answer((response, message) => {
      clearTimeout(late)
      response.writeHead(204).end()
      resolve(message)
    })
  })
  await scene.people.ana.call.testWebhook({ params: { webhookId }, headers: {} })
  return came
}

async function attempt(python: string): Promise<string> {
  await using receiver = await openWebhookReceiver()
  await using scene = await openScene({ env: { WEBHOOK_PRIVATE_ORIGINS: receiver.origin } })
  const role = ['user', 'role', 'ana', '--give', 'sender', '--subscription', 'Demo']
  expectThat('giving the role', (await runCli(role, { DATA_DIR: scene.portal.server.dataDir })).code, 0)
  const { call } = scene.people.ana
  const { guid, secret: former } = await call.createWebhook({ body: { url: `${receiver.origin}/hook` } })
  const first = await test(scene, receiver, guid)
  const { secret } = await call.rotateWebhook({ params: { webhookId: guid }, headers: {} })
  const second = await test(scene, receiver, guid)
  const judged = [
    { ...first, secret: former },
    { ...second, secret: former },
    { ...second, secret },
    { ...first, secret },
    { ...second, secret, body: second.body.replace('webhook.test', 'webhook.best') },
  ]
  expectThat('genuine', judge(python, judged), [true, true, true, false, false])
  return 'messages are verified, while a secret is being changed with either; with another secret or body they are not'
}

export const standardWebhooksRow: Row = {
  name: 'standard-webhooks',
  install: (report) => {
    const name = 'standardwebhooks'
    const python = installPython({ folder: 'interop/standard-webhooks', requirements: REQUIREMENTS, name, report })
    return { version: versionIn(readFileSync(REQUIREMENTS, 'utf8'), name), attempt: () => attempt(python) }
  },
}
