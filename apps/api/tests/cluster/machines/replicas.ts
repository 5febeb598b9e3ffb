import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startProgram, type ProgramEnvironment, type RunningProgram } from '@rubrica/testing'

/** A process of the server, which is started again whenever it ends, as an operator's system does. */
export interface Replica {
  readonly name: string
  readonly role: 'api' | 'worker'
  /** Of the process itself, past all edges. */
  readonly url: string
  /** Undefined while it starts, and once it has ended. */
  readonly pid: number | undefined
  /** Settles with the next end of a process. */
  untilEnded(): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** Ends the process in good order; the next one has this in its environment, once. */
  restart(once?: ProgramEnvironment): void
  /** As `restart`; from then on it is of the release in this folder, or of this one. */
  change(release: string | undefined): void
  /** Ends it for good. */
  stop(): Promise<void>
}

export interface ReplicaWish {
  readonly name: string
  readonly role: 'api' | 'worker'
  readonly port: number
  readonly env: ProgramEnvironment
  readonly release: string | undefined
  readonly log: string
}

/** Before a process that has ended is started again. */
const REST_MS = 1000

export function keepReplica({ name, role, port, env, log, ...wish }: ReplicaWish): Replica {
  let program: RunningProgram | undefined
  let next: ProgramEnvironment = {}
  let { release } = wish
  let isWanted = true
  let ends = newEnd()
  const note = (text: string) => appendFileSync(log, `${text}\n`)
  const runOnce = async (): Promise<void> => {
    const once = next
    next = {}
    try {
      program = await startProgram('api', { ...env, PORT: String(port), ROLE: role, ...once }, release)
      const { code, signal } = await program.ended
      note(`${program.log()}${new Date().toISOString()} ended with ${code ?? signal}`)
    } catch (error) {
      note(`${new Date().toISOString()} ${String(error)}`)
    }
    program = undefined
    ends.settle()
    ends = newEnd()
  }
  const running = (async () => {
    while (isWanted) {
      await runOnce()
      if (isWanted) await pause(REST_MS)
    }
  })()
  const signal = (name: NodeJS.Signals): void => {
    if (program) process.kill(program.pid, name)
  }
  return {
    name,
    role,
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return program?.pid
    },
    untilEnded: () => ends.promise,
    signal,
    restart: (once = {}) => {
      next = once
      signal('SIGTERM')
    },
    change: (wanted) => {
      release = wanted
      signal('SIGTERM')
    },
    stop: async () => {
      isWanted = false
      signal('SIGTERM')
      signal('SIGCONT')
      await running
    },
  }
}

function newEnd() {
  let settle = (): void => undefined
  const promise = new Promise<void>((done) => (settle = done))
  return { promise, settle: () => settle() }
}
