/** What happens is told once it is kept, and is told for good: whatever dies, and for however long nobody listens. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, IN_FULL_RUN, logIn, startProgram, trySigning, type DemoSigner, mainOf } from '@rubrica/testing'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'
import { WEBHOOK_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { sendAs } from '../scenes/sender-mail-scene.ts'
import { openWebhookScene, type WebhookScene } from '../scenes/webhook-scene.ts'

const PATIENCE = { timeout: 60_000 }

const TYPES = ['document.sent', 'document.signed', 'document.completed'] as const

let opened: WebhookScene
let scene: WebhookScene['scene']
let receiver: WebhookScene['receiver']
let ana: DemoSigner
beforeAll(async () => {
  opened = await openWebhookScene()
  ;({ scene, receiver } = opened)
  ana = scene.people.ana
})
afterEach(() => opened.forget())
afterAll(() => opened.close())

const rows: WebhookScene['rows'] = (text, values) => opened.rows(text, values)
const listen = () => opened.make({ types: [...TYPES] })
const send = () => sendAs(scene, 'carla', { signers: ['ana'] })

/** Each message that came, once: its document, and the sequence and type of the event. */
function told(): string[] {
  const messages = receiver.received.map(({ headers, body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { document: string; sequence: number } }
    return [headers['webhook-id'], `${data.document} ${data.sequence} ${type}`] as const
  })
  return [...new Map(messages).values()].toSorted()
}

/** The same of what stands in the logs of documents. */
async function kept(documentIds: readonly string[]): Promise<string[]> {
  const events = await rows<{ event: string }>(
    `select document_id || ' ' || sequence || ' ' || replace(type, '-', '.') as event from audit_events
      where document_id = any($1) and replace(type, '-', '.') = any($2)`,
    [documentIds, [...TYPES]],
  )
  return events.map(({ event }) => event).toSorted()
}

/** What waits is due now, also what somebody had who died. */
const hurry = () => rows(`update webhook_messages set next_at = now() where state = 'waiting'`)

const STEPS = ['commit-begun', 'signing-audited', 'committed', ...WEBHOOK_FAILPOINTS] as const

test.each(mainOf(STEPS, ['committed', 'webhook-answered']))(
  'a server that dies at "%s" leaves no event untold, and has told of none that is not kept',
  async (failpoint) => {
    const { server } = scene.portal
    await listen()
    const { guid, signers } = await send()
    await expect.poll(told, PATIENCE).toHaveLength(1)
    await server.restart({ FAILPOINT: failpoint })
    const attempt = crypto.randomUUID()
    await trySigning(ana, signers[0]!.guid, { attempt })
    expect((await server.program.ended).signal).toBe('SIGKILL')
    const before = await kept([guid])
    expect(before).toEqual(expect.arrayContaining(told()))
    await server.restart({ FAILPOINT: undefined })
    expect(await trySigning(ana, signers[0]!.guid, { attempt })).toBe(204)
    await hurry()
    await expect.poll(told, PATIENCE).toHaveLength(3)
    expect(told()).toEqual(await kept([guid]))
  },
)

/** An hour that has passed, for all that waits and for the health of webhooks. */
async function passAnHour(): Promise<void> {
  await rows(`update webhook_messages set next_at = next_at - interval '1 hour' where state = 'waiting'`)
  await rows(`update webhook_endpoints set failing_since = failing_since - interval '1 hour'`)
  await expect
    .poll(
      () => rows(`select from webhook_messages where state = 'waiting' and (is_held or next_at <= now())`),
      PATIENCE,
    )
    .toEqual([])
}

test('a receiver that was away for six hours has all that happened meanwhile, before a day is over', async () => {
  const { guid } = await listen()
  receiver.answer((response) => void response.writeHead(503).end())
  const documents: string[] = []
  for (let hour = 0; hour < 6; hour += 1) {
    const document = await send()
    documents.push(document.guid)
    expect(await trySigning(ana, document.signers[0]!.guid)).toBe(204)
    await passAnHour()
  }
  receiver.forget()
  opened.answerAll()
  for (let hour = 6; hour < 24 && told().length < 3 * documents.length; hour += 1) await passAnHour()
  expect(told()).toEqual(await kept(documents))
  expect(told()).toHaveLength(3 * documents.length)
  expect(await scene.people.carla.call.webhookStatus({ params: { webhookId: guid } })).toMatchObject({
    ...{ state: 'on', missed: 0, waiting: 0, failingSince: null },
  })
})

const KILLS = 40
const KILLED_EVERY_MS = 1500

/** A second server of the same installation, which is started anew at its port as often as it dies. */
async function startSecond() {
  const { server, sandbox } = scene.portal
  const env = {
    ...(await sandboxEnvironment(sandbox.url, sandbox.dataDir)),
    ...{ DATA_DIR: server.dataDir, SERVER_KEY_FILE: server.serverKeyFile, DATABASE_URL: server.database!.url },
    ...{ WEBHOOK_PRIVATE_ORIGINS: receiver.origin, CALLS_PER_MINUTE: '100000' },
  }
  let program = await startProgram('api', { ...env, PORT: '0' })
  const { port } = new URL(program.url)
  const person = await logIn(program.url, { userId: 'ana', password: DEMO_PASSWORD })
  return {
    ana: { ...ana, ...person },
    kill: async () => {
      await program.kill9()
      program = await startProgram('api', { ...env, PORT: port })
    },
    stop: () => program.stop(),
  }
}

test.runIf(IN_FULL_RUN)(
  'of two servers that are killed at random, forty times, each event that is kept is told, and no other',
  async () => {
    const second = await startSecond()
    const { server } = scene.portal
    await listen()
    const over = new AbortController()
    const killing = (async () => {
      for (let kills = 0; kills < KILLS; kills += 1) {
        await pause(Math.random() * 2 * KILLED_EVERY_MS)
        await (kills % 2 === 0 ? second.kill() : server.program.kill9().then(() => server.restart()))
      }
      over.abort()
    })()
    const documents: string[] = []
    while (!over.signal.aborted) {
      const sent = await send().catch(() => undefined)
      if (!sent) continue
      documents.push(sent.guid)
      const attempt = crypto.randomUUID()
      for (let tries = 0; ; tries += 1) {
        if ((await trySigning(tries % 2 === 0 ? ana : second.ana, sent.signers[0]!.guid, { attempt })) === 204) break
        await pause(200)
      }
    }
    await killing
    const isOver = async () => {
      await opened.hurry()
      return (await rows(`select from webhook_messages where state = 'waiting'`)).length
    }
    await expect.poll(isOver, { timeout: 120_000, interval: 500 }).toBe(0)
    const all = await rows<{ id: string }>(`select distinct document_id as id from webhook_messages`)
    expect(all.length).toBeGreaterThanOrEqual(documents.length)
    expect(told()).toEqual(await kept(all.map(({ id }) => id)))
    await second.stop()
  },
  600_000,
)
