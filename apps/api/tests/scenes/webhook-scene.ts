/** A portal whose people may all send, and a program that it tells what happens. */
import { inject } from 'vitest'
import { fixedPort, openScene, openWebhookReceiver, type Received } from '@rubrica/testing'
import { queryOf } from './sender-mail-scene.ts'

export async function openWebhookScene() {
  const receiver = await openWebhookReceiver()
  const env = { WEBHOOK_PRIVATE_ORIGINS: receiver.origin, CALLS_PER_MINUTE: '100000', PORT: fixedPort() }
  const scene = await openScene({ postgres: inject('sharedPostgres'), env })
  const { carla } = scene.people
  const rows = queryOf(scene)
  await rows(`update user_subscriptions set roles = '{sender}'`)
  /** Takes what comes. */
  const answerAll = () => receiver.answer((response) => void response.writeHead(204).end())
  return {
    ...{ receiver, scene, carla, rows, answerAll },
    /** Carla hears of everything that she sends, unless it is said otherwise. */
    make: (changes: object = {}, { call } = carla) =>
      call.createWebhook({ body: { url: `${receiver.origin}/hook`, ...changes } }),
    types: () => receiver.received.map((message) => bodyOf(message).type),
    /** What waits, and is not being tried, is tried now. */
    hurry: () => rows(`update webhook_messages set next_at = now() where state = 'waiting' and not is_held`),
    states: async () =>
      (await rows<{ state: string }>('select state from webhook_messages order by created_at')).map(
        ({ state }) => state,
      ),
    /** Leaves nothing of one test to the next. */
    forget: async () => {
      await rows('delete from webhook_endpoints')
      answerAll()
      receiver.forget()
    },
    close: async () => {
      await scene[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

export type WebhookScene = Awaited<ReturnType<typeof openWebhookScene>>

export const bodyOf = ({ body }: Received) =>
  JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> }
