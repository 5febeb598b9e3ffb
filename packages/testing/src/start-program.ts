/**
 * Runs one of the built programs as a child process, so that a test meets what an operator runs and may kill it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { join, resolve } from 'node:path'

/** The folder of this release, with what was built of it. */
export const RELEASE = resolve(import.meta.dirname, '../../..')
/** What a program inherits from the test's environment; nothing of the developer's own settings reaches it. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'CHROMIUM_PATH']

export interface ProgramEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface RunningProgram extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** What it said when it was ready. */
  readonly ready: Readonly<Record<string, unknown>>
  /** Everything it wrote so far, stdout and stderr. */
  log(): string
  /** Settles when the process ends, however it does. */
  readonly ended: Promise<ProgramEnd>
  /** Ends it as a power cut would. */
  kill9(): Promise<ProgramEnd>
  /** Asks it to end, as an operator would. */
  stop(): Promise<ProgramEnd>
}

/** A program ended before it was ready. `output` holds its sentence. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed'
  readonly output: string
  readonly end: ProgramEnd

  constructor(program: string, output: string, end: ProgramEnd) {
    super(`${program} ended with ${end.code ?? end.signal} before it was ready:\n${output}`)
    this.output = output
    this.end = end
  }
}

export type ProgramEnvironment = Readonly<Record<string, string | undefined>>

/**
 * Starts `dist/<name>.js` and waits until it says that it is ready.
 * @param release folder of another release that was built
 */
export async function startProgram(
  name: 'api' | 'sandbox',
  env: ProgramEnvironment,
  release = RELEASE,
): Promise<RunningProgram> {
  const inherited = Object.fromEntries(INHERITED.map((key) => [key, process.env[key]]))
  const child = spawn(process.execPath, [join(release, `dist/${name}.js`)], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (chunk: string) => (output += chunk))
  }
  const ended = new Promise<ProgramEnd>((done) => child.once('close', (code, signal) => done({ code, signal })))
  const ready = await Promise.race([
    untilReady(child),
    ended.then((end) => Promise.reject(new StartFailed(name, output, end))),
  ])
  const kill = (signal: NodeJS.Signals) => async () => {
    child.kill(signal)
    return ended
  }
  const stop = kill('SIGTERM')
  return {
    url: String(ready['url']),
    pid: child.pid ?? 0,
    ready,
    log: () => output,
    ended,
    kill9: kill('SIGKILL'),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

function untilReady(child: ChildProcess): Promise<Record<string, unknown>> {
  return new Promise((done) => {
    child.on('message', (message) => {
      const said = message as Record<string, unknown>
      if (said['ready'] === true) done(said)
    })
  })
}
