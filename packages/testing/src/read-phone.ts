import type { RunningPortal } from './start-portal.ts'

/** What lies on the phone of the demo people; the newest of each kind first. */
export interface Phone {
  readonly messages: readonly {
    readonly to: string
    readonly from: string
    readonly text: string
    readonly code?: string
  }[]
  readonly pushes: readonly { readonly id: string; readonly provider: string; readonly state: string }[]
  /** Authenticator apps, with the code that each shows now. */
  readonly apps: readonly { readonly provider: string; readonly user: string; readonly code: string }[]
}

/** Whatever has a portal, such as a scene. */
interface HasPortal {
  readonly portal: Pick<RunningPortal, 'sandbox'>
}

/** How long something may take to reach the phone. */
const PATIENCE_MS = 15_000

export async function readPhone({ portal }: HasPortal): Promise<Phone> {
  return (await (await fetch(`${portal.sandbox.url}/phone.json`)).json()) as Phone
}

/** The code of the newest text message. Throws when there is none. */
export async function newestCode(scene: HasPortal): Promise<string> {
  const code = (await readPhone(scene)).messages[0]?.code
  if (code === undefined) throw new Error('no code has come')
  return code
}

/** How many text messages have come, to wait for the next one. */
export const countMessages = async (scene: HasPortal): Promise<number> => (await readPhone(scene)).messages.length

/** Waits for the code that comes after so many messages. */
export const nextCode = (scene: HasPortal, before: number): Promise<string> =>
  waitOnPhone(scene, 'code', ({ messages }) => (messages.length > before ? messages[0]!.code : undefined))

/** The code that somebody's authenticator app at a provider shows. Throws when they have none. */
export async function appCode(scene: HasPortal, provider: string, user: string): Promise<string> {
  const app = (await readPhone(scene)).apps.find((one) => one.provider === provider && one.user === user)
  if (app === undefined) throw new Error(`${user} has no authenticator app of ${provider}`)
  return app.code
}

/** Waits for the request that comes to the phone, and accepts or refuses it. */
export async function decidePush(scene: HasPortal, decision: 'accept' | 'refuse'): Promise<void> {
  const id = await waitOnPhone(scene, 'request', ({ pushes }) => pushes.find(({ state }) => state === 'waiting')?.id)
  const answer = await fetch(`${scene.portal.sandbox.url}/phone/pushes/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision }),
  })
  if (!answer.ok) throw new Error(`the phone refused to decide: ${answer.status}`)
}

/** Looks at the phone now, and again after everything that happens to it, until there is what is looked for. */
async function waitOnPhone<Found>(
  scene: HasPortal,
  what: string,
  find: (phone: Phone) => Found | undefined,
): Promise<Found> {
  const late = AbortSignal.timeout(PATIENCE_MS)
  const enough = new AbortController()
  try {
    const events = await fetch(`${scene.portal.sandbox.url}/phone/events`, {
      signal: AbortSignal.any([late, enough.signal]),
    })
    // The first thing that it says is that it listens.
    for await (const chunk of events.body as AsyncIterable<Uint8Array>) {
      const found = chunk.length > 0 ? find(await readPhone(scene)) : undefined
      if (found !== undefined) return found
    }
  } catch (error) {
    if (!late.aborted) throw error
  } finally {
    enough.abort()
  }
  throw new Error(`no ${what} has come to the phone`)
}
