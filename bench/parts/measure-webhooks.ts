/**
 * Webhooks while fifty things happen in a second: how long a message waits for its first try, at a receiver that answers
 * at once and at one that takes a fifth of a second, beside a third one that never answers. WEBHOOK_SECONDS chooses for
 * how long.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  makePdf,
  openScene,
  openWebhookReceiver,
  runCli,
  sendDocument,
  type Received,
  type Scene,
  type WebhookReceiver,
} from '@rubrica/testing'
import { percentile, round, UNLIMITED, type BenchOptions, type Figure } from '../measure.ts'

const SECONDS = Number(process.env['WEBHOOK_SECONDS'] ?? 60)
const EVENTS_PER_SECOND = 50
const ANSWERS_AFTER_MS = 200
const WAIT_TARGET_S = 5
/** Until the last message has come. */
const PATIENCE_MS = 120_000
/** The receiver that never answers is told of everything, too. */
const RECEIVERS = { '/quick': 0, '/slow': ANSWERS_AFTER_MS, '/hangs': undefined } as const
const ANSWERING = ['/quick', '/slow'] as const

async function openReceivers(scene: Scene, receiver: WebhookReceiver): Promise<void> {
  const role = ['user', 'role', 'carla', '--give', 'sender', '--subscription', 'Demo']
  const given = await runCli(role, { DATA_DIR: scene.portal.server.dataDir })
  if (given.code !== 0) throw new Error(`rubrica user role: ${given.stderr}`)
  for (const path of Object.keys(RECEIVERS)) {
    await scene.people.carla.call.createWebhook({ body: { url: receiver.origin + path, types: ['document.changed'] } })
  }
  receiver.answer((response, { path }) => {
    const after = RECEIVERS[path as keyof typeof RECEIVERS]
    if (after !== undefined) setTimeout(() => response.writeHead(204).end(), after)
  })
}

async function send({ portal, people }: Scene): Promise<string> {
  const description = { fileName: 'told.pdf', signers: [{ userId: 'ana' }] }
  return (await sendDocument(portal.url, people.carla.token, { document: makePdf(), description })).guid
}

/** Changes each of the documents once a second, in turns at an even pace. @returns how long that took, in seconds */
async function changeEvenly(scene: Scene, documents: readonly string[]): Promise<number> {
  const { call } = scene.people.carla
  const began = performance.now()
  const changeOne = async (docGuid: string, place: number) => {
    let { version } = await call.sentDocumentStatus({ params: { docGuid }, query: {} })
    for (let second = 0; second < SECONDS; second++) {
      const due = began + (second + place / documents.length) * 1000
      await pause(Math.max(0, due - performance.now()))
      const headers = { 'if-match': `"v${version}"` }
      ;({ version } = await call.changeDocument({ params: { docGuid }, headers, body: { description: `${second}` } }))
    }
  }
  await Promise.all(documents.map(changeOne))
  return (performance.now() - began) / 1000
}

const idOf = ({ headers }: Received) => String(headers['webhook-id'])

/** The first try of each message. @returns seconds from its event on */
function firstWaits(received: readonly Received[], path: string): number[] {
  const firsts = new Map<string, Received>()
  for (const message of received)
    if (message.path === path && !firsts.has(idOf(message))) firsts.set(idOf(message), message)
  return [...firsts.values()].map(({ at, body }) => {
    const { timestamp } = JSON.parse(body) as { timestamp: string }
    return (at - Date.parse(timestamp)) / 1000
  })
}

async function untilAllCame(receiver: WebhookReceiver, count: number): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (ANSWERING.some((path) => firstWaits(receiver.received, path).length < count)) {
    if (performance.now() > end) return
    await pause(250)
  }
}

export async function measureWebhooks({ say }: BenchOptions): Promise<Figure[]> {
  await using receiver = await openWebhookReceiver()
  await using scene = await openScene({ env: { ...UNLIMITED, WEBHOOK_PRIVATE_ORIGINS: receiver.origin } })
  await openReceivers(scene, receiver)
  const documents: string[] = []
  for (let sent = 0; sent < EVENTS_PER_SECOND; sent++) documents.push(await send(scene))
  const count = SECONDS * EVENTS_PER_SECOND
  const took = await changeEvenly(scene, documents)
  say(`${count} changes made in ${took.toFixed(1)} s`)
  await untilAllCame(receiver, count)
  const pace = round(count / took)
  const bare = { against: null, ratio: null }
  return [
    {
      ...{ what: 'events in a second', value: pace, unit: '/s', ...bare },
      ...{ target: `≥ ${EVENTS_PER_SECOND * 0.98}`, ok: pace >= EVENTS_PER_SECOND * 0.98 },
    },
    ...ANSWERING.flatMap((path): Figure[] => {
      const waits = firstWaits(receiver.received, path)
      const wait = round(percentile(waits, 0.99))
      return [
        {
          ...{ what: `${path.slice(1)} receiver, first try, 99 %`, value: wait, unit: 's', ...bare },
          ...{ target: `≤ ${WAIT_TARGET_S}`, ok: wait <= WAIT_TARGET_S },
        },
        {
          ...{ what: `${path.slice(1)} receiver, messages that came`, value: waits.length, unit: '', ...bare },
          ...{ target: `= ${count}`, ok: waits.length === count },
        },
      ]
    }),
  ]
}
