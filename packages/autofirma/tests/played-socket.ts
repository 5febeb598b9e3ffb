/** Time that a test moves on, and a web socket whose other end the test plays. */
import type { LocalSocket, Surroundings, Timers } from '../src/surroundings.ts'

export class PlayedTime implements Timers {
  #now = 0
  #timers: { at: number; callback: () => void }[] = []

  now(): number {
    return this.#now
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, ms), callback }
    this.#timers.push(timer)
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer))
  }

  /** Lets everything happen that was due within `ms`, each at its own time. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      await settle()
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
      if (!next) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.#now = next.at
      next.callback()
    }
    this.#now = end
  }
}

/** What promises have to do, they have done afterwards. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export class PlayedSocket implements LocalSocket {
  readonly url: string
  readonly sent: string[] = []
  isClosed = false
  readonly #listeners: { type: string; listener: (event: { data: unknown }) => void }[] = []

  constructor(url: string) {
    this.url = url
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.play('close')
  }

  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    this.#listeners.push({ type, listener })
  }

  play(type: 'open' | 'close' | 'error' | 'message', data?: unknown): void {
    for (const one of this.#listeners) if (one.type === type) one.listener({ data })
  }

  /** Says something to the page. */
  say(text: unknown): void {
    this.play('message', text)
  }
}

export interface Played {
  readonly around: Surroundings
  readonly time: PlayedTime
  readonly launched: string[]
  /** Those that were opened, in order. */
  readonly sockets: PlayedSocket[]
  /** Another window comes to the front, or the page does. */
  changeFocus(hasFocus: boolean): void
}

/** A page whose browser allows everything. */
export function playSurroundings(): Played {
  const time = new PlayedTime()
  const launched: string[] = []
  const sockets: PlayedSocket[] = []
  let turn = 0
  let onFocus: (hasFocus: boolean) => void = () => undefined
  const around: Surroundings = {
    launch: (address) => void launched.push(address),
    openSocket(url) {
      const socket = new PlayedSocket(url)
      sockets.push(socket)
      return socket
    },
    timers: time,
    rules: {
      localNetworkPermission: async () => 'granted',
      isSecureContext: () => true,
      isLocalPage: () => false,
      watchPolicy: () => () => undefined,
      watchFocus: (onChange) => {
        onFocus = onChange
        return () => undefined
      },
    },
    random: (count) => Uint8Array.from({ length: count }, () => (turn += 37) % 248),
  }
  return { around, time, launched, sockets, changeFocus: (hasFocus) => onFocus(hasFocus) }
}
