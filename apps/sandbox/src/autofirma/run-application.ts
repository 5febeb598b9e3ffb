import { createServer, type Server } from 'node:https'
import { WebSocketServer, type WebSocket } from 'ws'
import { answerOperation, type Desktop, type Offer } from './answer-operation.ts'
import type { Behaviour } from './behave.ts'
import type { CardStore } from './open-card-store.ts'
import type { LocalTls } from './open-local-tls.ts'
import { readMessage, type Launch, type Operation } from './read-request.ts'
import { isShown, OperationError, sayError, type ErrorName } from './say-error.ts'
import type { Windows } from './show-windows.ts'

/**
 * One run of the application: from its launch until the page's connection closes. It shows that it is starting long
 * before it listens, and until somebody speaks to it. It keeps the habits of the real one that a page has to cope with:
 * a reply that is held back, errors that wait for a window to be closed, `#wait` for ever once a result was fetched,
 * and a session that is not looked at when its id has anything but letters and digits. One that is not asynchronous
 * takes a message only when it is done with the one before.
 */

/** Without a first message it ends. */
const PATIENCE_MS = 30_000
/** Only these; a real one listens everywhere and refuses the others message by message. */
const HOSTS = ['127.0.0.1', '::1']
const PEER = '127.0.0.1'
const MOST_KEPT = 2000
const LONGEST_MESSAGE = 128 * 1024 * 1024

export interface Parts {
  readonly tls: LocalTls
  readonly store: CardStore
  readonly windows: Windows
  readonly patienceMs?: number | undefined
}

/** What a test asks of a run afterwards. */
export interface RunReport {
  readonly id: number
  readonly port: number
  readonly isRunning: boolean
  /** Windows in which somebody had to choose. */
  readonly dialogs: number
  /** As they came, in order. */
  readonly messages: readonly string[]
}

export class Application {
  readonly #parts: Parts
  readonly #id: number
  readonly #launch: Launch
  readonly #desktop: Desktop
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE })
  readonly #messages: string[] = []
  #servers: Server[] = []
  #port = 0
  #patience: NodeJS.Timeout | undefined
  readonly #endSplash: () => void
  #client: WebSocket | undefined
  #isRunning = false
  /** Ended, perhaps before it listened. */
  #isOver = false
  #dialogs = 0
  #operations = 0
  #replies = 0
  #held: string | undefined
  #result: string | undefined
  /** What an application that is not asynchronous still has to do. */
  #work: Promise<void> = Promise.resolve()

  constructor(parts: Parts, run: { readonly id: number; readonly launch: Launch; readonly behaviour: Behaviour }) {
    this.#parts = parts
    this.#id = run.id
    this.#launch = run.launch
    this.#endSplash = parts.windows.showSplash(run.id)
    this.#desktop = { behaviour: run.behaviour, store: parts.store, ask: (offers) => this.#ask(offers) }
  }

  get #behaviour(): Behaviour {
    return this.#desktop.behaviour
  }

  get #isAsynchronous(): boolean {
    return this.#launch.isAsynchronous && !this.#behaviour.isOld
  }

  get report(): RunReport {
    return {
      id: this.#id,
      port: this.#port,
      isRunning: this.#isRunning,
      dialogs: this.#dialogs,
      messages: this.#messages,
    }
  }

  /** Listens from now on, on the first port that is free; where none is, it ends. */
  async start(): Promise<void> {
    if (this.#isOver) return
    this.#isRunning = true
    this.#patience = setTimeout(() => this.stop(), this.#parts.patienceMs ?? PATIENCE_MS)
    for (const port of this.#launch.ports.slice(this.#behaviour.portIndex)) {
      this.#port = port
      const [isFree] = await Promise.all(HOSTS.map((host) => this.#listen(host)))
      if (isFree) return
    }
    this.stop()
  }

  stop(): void {
    this.#isRunning = false
    this.#isOver = true
    clearTimeout(this.#patience)
    this.#endSplash()
    this.#parts.windows.closeAllOf(this.#id)
    this.#client?.terminate()
    for (const server of this.#servers) {
      server.close()
      server.closeAllConnections()
    }
  }

  /** False when that is not possible: the port is taken, or the machine has no such address. */
  #listen(host: string): Promise<boolean> {
    const { key, certificate } = this.#parts.tls
    const server = createServer({ key, cert: certificate, minVersion: 'TLSv1.2' })
    this.#servers.push(server)
    server.on('upgrade', (request, socket, head) => {
      // Its handshake took longer than the patience.
      if (!this.#isRunning) return void socket.destroy()
      const isForeign = !request.socket.remoteAddress?.endsWith(PEER)
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#serve(client, isForeign))
    })
    return new Promise((resolve) => {
      server.on('error', () => resolve(false))
      server.listen({ port: this.#port, host, ipv6Only: host === '::1' }, () => resolve(true))
    })
  }

  #serve(client: WebSocket, isForeign: boolean): void {
    this.#client = client
    client.on('error', () => undefined)
    client.on('close', () => this.stop())
    client.on('message', (data: Buffer) => {
      clearTimeout(this.#patience)
      this.#endSplash()
      if (isForeign) client.send(this.#say('foreign-peer'))
      else this.#take(data.toString('utf8'))
    })
  }

  #take(text: string): void {
    if (this.#messages.length < MOST_KEPT) this.#messages.push(text)
    if (this.#isAsynchronous) void this.#heed(text)
    else this.#work = this.#work.then(() => this.#heed(text))
  }

  /** Resolves when it is done with a message, whose answer may come later. */
  async #heed(text: string): Promise<void> {
    const message = readMessage(text)
    if (message.kind === 'foreign') return this.#refuse('not-ours')
    if (!this.#knows(message.sessionId)) return this.#reply(this.#say('other-session'))
    if (message.kind === 'echo') return this.#greet()
    if (message.kind === 'operation') return this.#begin(message.operation)
    // An older one knows no such question.
    if (this.#isAsynchronous) this.#tellResult()
    else await this.#refuse('not-ours')
  }

  async #refuse(error: ErrorName): Promise<void> {
    this.#reply(await this.#tellError(error))
  }

  #knows(sessionId: string | null): boolean {
    if (this.#behaviour.isOtherSession) return false
    return this.#launch.sessionId === null || this.#launch.sessionId === sessionId
  }

  /** Whatever was held back goes out before the greeting. */
  #greet(): void {
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#client?.send(held)
    this.#reply('OK')
  }

  /** A result is told once; whoever asks again waits for ever. */
  #tellResult(): void {
    const result = this.#result
    this.#result = undefined
    this.#reply(result ?? '#wait')
  }

  async #begin(operation: Operation): Promise<void> {
    if (this.#behaviour.hangsUp) return this.stop()
    if (this.#launch.version === 3) return this.#reply(this.#say('old-protocol'))
    const answer = this.#answer(operation)
    if (!this.#isAsynchronous) return this.#reply(await answer)
    void answer.then((result) => (this.#result = result))
    this.#reply('#wait')
  }

  async #answer(operation: Operation): Promise<string> {
    const { answer } = this.#behaviour
    if (answer !== null) return answer[Math.min(this.#operations++, answer.length - 1)] ?? ''
    try {
      return await answerOperation(this.#desktop, operation)
    } catch (error) {
      return error instanceof OperationError ? this.#tellError(error.code) : 'NULL'
    }
  }

  async #tellError(error: ErrorName): Promise<string> {
    const { isOld, leavesErrorsOpen } = this.#behaviour
    if (leavesErrorsOpen && isShown(error, isOld)) await this.#parts.windows.open(this.#id, { error })
    return this.#say(error)
  }

  async #ask(offers: readonly Offer[]): Promise<Offer | undefined> {
    const { pick, dialogTakes } = this.#behaviour
    this.#dialogs += 1
    if (pick === 'by-hand') return this.#parts.windows.open(this.#id, { offers })
    if (dialogTakes > 0) await new Promise((resolve) => setTimeout(resolve, dialogTakes).unref())
    if (pick === 'cancel') return undefined
    return pick === 'first' ? offers[0] : offers.find(({ kind }) => kind === pick)
  }

  #reply(text: string): void {
    this.#replies += 1
    if (this.#replies === this.#behaviour.holdsBack) this.#held = text
    else this.#client?.send(text)
  }

  #say(error: ErrorName): string {
    return sayError(error, this.#isAsynchronous)
  }
}
