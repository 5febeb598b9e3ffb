/** The client as in a page, save that its time runs faster and its sockets are Node's; and the stand-in it talks to. */
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import { once, TestSandbox } from '../../../apps/sandbox/src/test-sandbox.ts'
import { openAutofirma, type AutofirmaOptions } from '../src/open-autofirma.ts'
import type { AutofirmaConnection, AutofirmaStage } from '../src/connection.ts'
import type { BrowserRules, Surroundings, Timers } from '../src/surroundings.ts'

/**
 * So many times faster than a person's: no test waits for the two seconds between two questions, and a greeting still
 * has a third of a second on a busy machine.
 */
const HASTE = 30

export const hastyTimers: Timers = {
  now: () => performance.now() * HASTE,
  after(ms, callback) {
    const timer = setTimeout(callback, ms / HASTE)
    return () => clearTimeout(timer)
  },
}

export const openRules: BrowserRules = {
  localNetworkPermission: async () => 'granted',
  isSecureContext: () => true,
  isLocalPage: () => false,
  watchPolicy: () => () => undefined,
  watchFocus: () => () => undefined,
}

/**
 * A busy machine gets the time that a hasty clock would take from it. An attempt gets less than a test: a port that was
 * drawn may be somebody else's, who listens and says nothing.
 */
const PATIENT = { connectMs: 1_000_000, attemptMs: 300_000, operationMs: 2_000_000 }

export interface Run {
  readonly port: number
  readonly isRunning: boolean
  readonly dialogs: number
  readonly messages: readonly string[]
}

export interface Talk {
  readonly connection: AutofirmaConnection
  readonly stages: readonly AutofirmaStage[]
  /** The address that was launched. */
  readonly launched: string
}

export class StandIn {
  readonly sandbox: TestSandbox
  #root: Buffer

  private constructor(sandbox: TestSandbox, root: Buffer) {
    this.sandbox = sandbox
    this.#root = root
  }

  static async open(): Promise<StandIn> {
    const sandbox = await TestSandbox.open()
    return new StandIn(sandbox, await sandbox.download('/autofirma/root.cer'))
  }

  get root(): string {
    return `-----BEGIN CERTIFICATE-----\n${this.#root.toString('base64')}\n-----END CERTIFICATE-----\n`
  }

  /** How the runs to come behave, besides what is usual. */
  async behave(behaviour: object = {}): Promise<void> {
    await this.sandbox.postJson('/control/reset', {})
    const answer = await this.sandbox.postJson('/autofirma/behaviour', { startsAfter: 0, pick: 'first', ...behaviour })
    if (answer.status !== 204) throw new Error(await answer.text())
  }

  async launch(url: string): Promise<void> {
    await this.sandbox.postJson('/autofirma/launch', { url })
  }

  get around(): Surroundings {
    return {
      launch: (url) => this.launch(url),
      openSocket: (url) => this.openSocket(url),
      timers: hastyTimers,
      rules: openRules,
      random: (count) => randomBytes(count),
    }
  }

  openSocket(url: string): WebSocket {
    return new WebSocket(url, { ca: this.root })
  }

  /** Starts the application as a page does. */
  async talk(options: Partial<AutofirmaOptions> = {}): Promise<Talk> {
    const stages: AutofirmaStage[] = []
    let launched = ''
    const around = { ...this.around, launch: (url: string) => ((launched = url), this.launch(url)) }
    const onStage = (stage: AutofirmaStage): void => void stages.push(stage)
    const connection = await openAutofirma({ around, onStage, ...options, times: { ...PATIENT, ...options.times } })
    return { connection, stages, launched }
  }

  /** The last run, when it was the only one. */
  async run(): Promise<Run> {
    const answer = await fetch(`${this.sandbox.url}/autofirma/runs.json`, { headers: once })
    const { runs } = (await answer.json()) as { runs: Run[] }
    const [run] = runs.slice(-1)
    if (!run) throw new Error('nothing was started')
    return run
  }

  /** Resolves when a window waits for somebody, with its number. */
  async waitForWindow(): Promise<number> {
    for (;;) {
      const answer = await fetch(`${this.sandbox.url}/autofirma/windows.json`, { headers: once })
      const { windows } = (await answer.json()) as { windows: { id: number; kind: string }[] }
      const waiting = windows.find(({ kind }) => kind !== 'splash')
      if (waiting) return waiting.id
    }
  }
}
