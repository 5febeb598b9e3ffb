import { spawn } from 'node:child_process'
import { openSync, closeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '../../../src/adapters/database/embedded/run-as.ts'

export interface ProcessWish {
  readonly env?: Readonly<Record<string, string>>
  /** Where what it says goes. */
  readonly log: string
  /** Who it runs as, if not as we do. */
  readonly identity?: Identity
}

/** A running program of the cluster. */
export interface ClusterProcess {
  readonly pid: number
  readonly ended: Promise<void>
  isRunning(): boolean
  kill(signal: NodeJS.Signals): void
  /** Asks it to end, and ends it after a while. */
  stop(): Promise<void>
}

/** After this long a program that was asked to end is killed. */
const PATIENCE_MS = 20_000

/** Whoever of us is killed takes them along. */
const WITH_US = ['--pdeathsig', 'TERM', '--']

/** Starts a program: its path, and its arguments. */
export function startProcess(command: readonly string[], wish: ProcessWish): ClusterProcess {
  const log = openSync(wish.log, 'a', 0o600)
  const child = spawn('setpriv', [...WITH_US, ...command], {
    cwd: '/',
    env: { ...process.env, ...wish.env },
    stdio: ['ignore', log, log],
    // A Ctrl-C is for us, who end them in their order.
    detached: true,
    ...wish.identity,
  })
  closeSync(log)
  let isOver = false
  const ended = new Promise<void>((done) => {
    child.once('error', () => done())
    child.once('exit', () => done())
  }).then(() => void (isOver = true))
  return {
    pid: child.pid ?? 0,
    ended,
    isRunning: () => !isOver,
    kill: (signal) => void child.kill(signal),
    stop: async () => {
      child.kill('SIGTERM')
      // Whoever is stopped hears nothing.
      child.kill('SIGCONT')
      const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      await ended
      clearTimeout(late)
    },
  }
}

/** Between two looks at something that tells nobody when it changes. */
const LOOK_EVERY_MS = 250

/**
 * Looks until there is what is looked for.
 * @throws {Error} naming it, when it was waited for in vain
 */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
  patienceMs = 180_000,
): Promise<Found> {
  const end = performance.now() + patienceMs
  for (;;) {
    const found = await look().catch(() => undefined)
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`${what}: waited for in vain`)
    await pause(LOOK_EVERY_MS)
  }
}

/** Whether an address answers with a success. */
export async function answers(address: string, method = 'GET'): Promise<boolean> {
  const answer = await fetch(address, { method, signal: AbortSignal.timeout(5000) })
  await answer.arrayBuffer()
  return answer.ok
}
