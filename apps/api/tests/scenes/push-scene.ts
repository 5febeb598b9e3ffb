/** People whose browsers have subscribed to notices, at the sandbox's push service. */
import { inject } from 'vitest'
import { openScene, type DemoSigner, type Scene } from '@rubrica/testing'

export interface PushedMessage {
  readonly browser: string
  readonly text: string
  readonly ttl: number
  readonly topic: string
  readonly urgency: string
}

export interface Browser {
  /** At the push service. */
  readonly id: string
  /** At the server. */
  readonly device: string
}

export const QUIET_NEVER = { TimeZone: 'Europe/Madrid', Night: null, Weekends: false }

export async function openPushScene(env: Record<string, string> = {}): Promise<Scene> {
  const usual = { SENDER_MAIL_DELAY_MS: '0', CALLS_PER_MINUTE: '1000000', PUBLIC_URL: 'https://sign.example.test' }
  return openScene({ postgres: inject('sharedPostgres'), env: { ...usual, ...env } })
}

/** A browser that makes its keys, as the push service has it. */
export async function subscribeBrowser({ portal }: Scene, serverKey: string) {
  const answer = await fetch(`${portal.sandbox.url}/push/browsers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ serverKey }),
  })
  return (await answer.json()) as { id: string; endpoint: string; keys: { p256dh: string; auth: string } }
}

/** Turns notices on in a browser of a person, to whom nothing is quiet. */
export async function turnOn(scene: Scene, { call }: DemoSigner, Name = 'Firefox'): Promise<Browser> {
  const { PublicKey } = await call.notificationSettings({})
  const { id, endpoint, keys } = await subscribeBrowser(scene, PublicKey)
  const added = { Name, Endpoint: endpoint, P256dh: keys.p256dh, Auth: keys.auth, TimeZone: 'Europe/Madrid' }
  const { Guid: device } = await call.addDevice({ body: added })
  await call.setQuietHours({ body: QUIET_NEVER })
  return { id, device }
}

/** What a browser has been told, the oldest first. */
export async function toldTo({ portal }: Scene, { id }: Pick<Browser, 'id'>): Promise<PushedMessage[]> {
  const answer = await fetch(`${portal.sandbox.url}/push/messages.json`)
  const { messages } = (await answer.json()) as { messages: PushedMessage[] }
  return messages.filter(({ browser }) => browser === id).toReversed()
}

/** Their titles. */
export const titlesTo = async (scene: Scene, browser: Browser): Promise<string[]> =>
  (await toldTo(scene, browser)).map(({ text }) => (JSON.parse(text) as { title: string }).title)

/** The browser wants nothing any more, and its push service says so. */
export const endBrowser = ({ portal }: Scene, { id }: Browser) =>
  fetch(`${portal.sandbox.url}/push/browsers/${id}`, { method: 'DELETE' })
