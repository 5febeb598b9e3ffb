/** This browser as a device that takes notices (W3C Push API). */

/** Id of the device that this browser is at the server. */
const DEVICE_KEY = 'rubrica.push-device'
const WORKER = '/notices-worker.js'

/** `blocked`: the person has told the browser to show none. */
export type Ability = 'unsupported' | 'blocked' | 'able'

export function readAbility(): Ability {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'able'
}

/** @returns the id of the device that this browser is; undefined when it takes none */
export async function ownDevice(): Promise<string | undefined> {
  const id = localStorage.getItem(DEVICE_KEY)
  if (id === null || readAbility() !== 'able') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ? id : undefined
}

export const keepDevice = (id: string): void => localStorage.setItem(DEVICE_KEY, id)

export interface BrowserKeys {
  readonly Endpoint: string
  readonly P256dh: string
  readonly Auth: string
}

/** The push service of the browser cannot be reached, or there is none. */
export class NoPushService extends Error {
  override readonly name = 'NoPushService'
}

/**
 * Asks the person, and then the push service of the browser.
 * @param publicKey of the server, in base64url
 * @returns undefined when the person allows none @throws {NoPushService}
 */
export async function subscribe(publicKey: string): Promise<BrowserKeys | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  // One that is bound to another key of the server is of no use any more.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      throw new NoPushService('No subscription', { cause })
    })
  const { endpoint, keys } = subscription.toJSON()
  return { Endpoint: endpoint!, P256dh: keys!['p256dh']!, Auth: keys!['auth']! }
}

/** The server has been told already, or its notices find nobody. */
export async function unsubscribe(): Promise<void> {
  localStorage.removeItem(DEVICE_KEY)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

const BROWSERS = [
  ['Edge', /Edg/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

/** What a person may know this browser by; undefined where its words do not tell. */
export function describeBrowser(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const find = (names: readonly (readonly [string, RegExp])[]) => names.find(([, sign]) => sign.test(userAgent))?.[0]
  return { browser: find(BROWSERS), system: find(SYSTEMS) }
}
