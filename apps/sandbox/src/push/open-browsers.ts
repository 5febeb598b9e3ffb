/** Browsers that have subscribed to notices, with what each of them decrypts (RFC 8291, RFC 8188). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID, type ECDH } from 'node:crypto'

const MAX_MESSAGES = 200
const CURVE = 'prime256v1'

export interface BrowserSubscription {
  readonly id: string
  /** Of whoever may send: an uncompressed point on P-256, base64url. */
  readonly serverKey: string
  /** Uncompressed, base64url; and 16 octets, base64url. */
  readonly p256dh: string
  readonly auth: string
}

export interface PushedMessage {
  readonly browser: string
  readonly text: string
  readonly at: string
  readonly ttl: number
  readonly topic: string
  readonly urgency: string
}

export interface Browsers {
  /** Only whoever has that key may send to it. */
  subscribe(serverKey: string): BrowserSubscription
  find(id: string): BrowserSubscription | undefined
  /** The browser wants nothing any more. @returns false when it is unknown */
  end(id: string): boolean
  /** @returns undefined for what this browser cannot open */
  open(id: string, body: Uint8Array): string | undefined
  take(message: PushedMessage): void
  /** The newest first. */
  messages(): readonly PushedMessage[]
  clear(): void
}

interface Browser extends BrowserSubscription {
  readonly pair: ECDH
  readonly secret: Uint8Array
}

export function openBrowsers(): Browsers {
  const browsers = new Map<string, Browser>()
  const messages: PushedMessage[] = []
  return {
    subscribe: (serverKey) => {
      const pair = createECDH(CURVE)
      const secret = randomBytes(16)
      const p256dh = pair.generateKeys('base64url')
      const browser = { id: randomUUID(), serverKey, p256dh, auth: secret.toString('base64url'), pair, secret }
      browsers.set(browser.id, browser)
      return browser
    },
    find: (id) => browsers.get(id),
    end: (id) => browsers.delete(id),
    open: (id, body) => {
      const browser = browsers.get(id)
      try {
        return browser && decrypt(browser, Buffer.from(body))
      } catch {
        return undefined
      }
    },
    take: (message) => {
      messages.unshift(message)
      messages.splice(MAX_MESSAGES)
    },
    messages: () => messages,
    clear: () => {
      browsers.clear()
      messages.splice(0)
    },
  }
}

const [SALT_END, SIZE_END] = [16, 20]

/** One record, as a message has to be (RFC 8291, 4). */
function decrypt({ pair, secret }: Browser, body: Buffer): string {
  const salt = body.subarray(0, SALT_END)
  const idEnd = SIZE_END + 1 + body.readUInt8(SIZE_END)
  const sender = body.subarray(SIZE_END + 1, idEnd)
  const record = body.subarray(idEnd)
  if (record.length > body.readUInt32BE(SALT_END)) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), secret, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12), { authTagLength: 16 })
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((octet) => octet !== 0)
  if (padded[end] !== 2) throw new Error('not the last record')
  return padded.subarray(0, end).toString('utf8')
}
