import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A running program of somebody else. */
export interface Stranger extends AsyncDisposable {
  readonly pid: number
  /** Everything that it wrote so far. */
  log(): string
  /** Waits until it has written something that fits. Throws when it ends before, or after five minutes. */
  untilSaid(pattern: RegExp): Promise<RegExpExecArray>
  /** Waits until an address of it answers with a success. Throws when it ends before, or after ten minutes. */
  untilServes(address: string): Promise<void>
  /** Ends it, and waits for that. */
  stop(): Promise<void>
}

const MINUTE = 60_000

export interface StrangerOptions {
  /** Added to our environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Who it runs as, if not as we do. */
  readonly identity?: { readonly uid: number; readonly gid: number }
}

/** Starts a program: its path, and its arguments. */
export function startStranger(
  [command = '', ...args]: readonly string[],
  { env = {}, cwd, identity }: StrangerOptions = {},
): Stranger {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio, ...identity })
  let output = ''
  let isOver = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => (output += text))
  }
  child.once('error', (error) => (output += String(error)))
  const ended = new Promise<void>((done) => child.once('exit', () => done())).then(() => void (isOver = true))
  const until = async <T>(what: string, patience: number, look: () => Promise<T | undefined>): Promise<T> => {
    const end = Date.now() + patience
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (isOver || Date.now() > end) {
        const why = isOver ? 'ended' : 'was waited for in vain'
        throw new Error(`${command} ${why} before ${what}:\n${output.slice(-2000)}`)
      }
      await Promise.race([pause(100), ended])
    }
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(patience)
  }
  return {
    pid: child.pid ?? 0,
    log: () => output,
    untilSaid: (pattern) => until(`it said ${pattern}`, 5 * MINUTE, async () => pattern.exec(output) ?? undefined),
    untilServes: (address) =>
      until(`${address} answered`, 10 * MINUTE, async () => {
        const answer = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
        await answer?.arrayBuffer()
        return answer?.ok === true ? true : undefined
      }).then(() => undefined),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** A port of this machine that nobody uses now. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
