/**
 * The portal's service worker: it shows notices, and says so where a page cannot be had without a connection. It keeps
 * nothing of the portal, and no document.
 */

/** What of a service worker is used here: the types of pages and of workers cannot both be had. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface PushEvent extends Extendable {
  readonly data: { json(): unknown } | null
}
interface NotificationEvent extends Extendable {
  readonly notification: Notification
}
interface FetchEvent extends Extendable {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface WindowClient {
  readonly url: string
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
}
interface Worker {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>
    openWindow(address: string): Promise<unknown>
  }
  readonly navigator: Navigator
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(name: Name, take: (event: WorkerEvents[Name]) => void): void
}
interface WorkerEvents {
  readonly install: Extendable
  readonly activate: Extendable
  readonly push: PushEvent
  readonly notificationclick: NotificationEvent
  readonly fetch: FetchEvent
}
const worker = self as unknown as Worker

/** By language: what stands on the page without a connection. Put in when the portal is built. */
declare const OFFLINE: Readonly<Record<string, { title: string; text: string; again: string }>>

/** As the server writes it (adapters/push/write-notices.ts). */
interface NoticeText {
  readonly title: string
  readonly path: string
  readonly tag: string
  readonly lang: string
}

const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()])),
)

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as NoticeText))
})

async function show({ title, path, tag, lang }: NoticeText): Promise<void> {
  // Who looks at the portal sees how far a run is.
  if (tag.startsWith('run-') && (await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return
  const more = { renotify: true } as NotificationOptions
  await worker.registration.showNotification(title, { ...more, tag, lang, icon: '/icon-192.png', data: path })
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})

/** A page that shows it already comes to the front; another one may hold work, and stays as it is. */
async function open(path: string): Promise<unknown> {
  const shown = (await windows()).find(({ url }) => new URL(url).pathname === path)
  return shown ? shown.focus() : worker.clients.openWindow(path)
}

worker.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(navigate(event))
})

async function navigate({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return offline()
  }
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;color-scheme:light dark;display:grid;place-content:center;min-height:90vh;' +
  'padding:24px;text-align:center}h1{font-size:22px}'

function offline(): Response {
  const language = worker.navigator.language.slice(0, 2)
  const lang = language in OFFLINE ? language : 'en'
  const { title, text, again } = OFFLINE[lang]!
  const page =
    `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1><p>${text}</p><a href="">${again}</a></main>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
  }
  return new Response(page, { status: 503, headers })
}
