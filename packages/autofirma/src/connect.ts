import { AutofirmaError, type AutofirmaErrorCode } from './autofirma-error.ts'
import { gatherEvidence, type Evidence } from './gather-evidence.ts'
import { greet } from './exchange.ts'
import type { Channel } from './open-channel.ts'
import { openSocket } from './open-socket.ts'
import type { AutofirmaStage } from './connection.ts'
import { choosePorts, makeConnectionId } from './connection-id.ts'
import type { Surroundings, Timers } from './surroundings.ts'
import { launchAddress, socketAddress } from './write-request.ts'

/**
 * The way to the application: started by an address of its own scheme, it listens on one of three random ports.
 * Measured: the browser's question takes two seconds, and the application 2 to 11 s more.
 *
 * Browsers delay a page that fails to connect too often (Chromium by one to five seconds each, from the twelfth failure
 * on), so there are few attempts: few rounds while nothing can listen yet, and most of them try the first port
 * alone, which the application takes unless another program has it. Now and then all three are tried at once.
 */

/** How patient that way is, in milliseconds. */
export interface ConnectTimes {
  /** From the launch to the first attempt (spec §9). */
  readonly loadWaitMs: number
  /** From the launch to the second attempt: no application was seen to listen before. */
  readonly unlikelyMs: number
  /** Between the rounds that follow. */
  readonly roundPauseMs: number
  /** For one port that neither accepts nor refuses. */
  readonly attemptMs: number
  /** From the launch until it is said that nothing has opened, if nothing has. */
  readonly hintMs: number
  /** For all of it. */
  readonly connectMs: number
}

export interface Connecting {
  readonly around: Surroundings
  readonly times: ConnectTimes
  readonly signal: AbortSignal | undefined
  readonly onStage: (stage: AutofirmaStage) => void
}

export interface Connected {
  readonly channel: Channel
  readonly connectionId: string
}

/** What one run of the application is known by, and what is learnt about it. */
interface Run {
  readonly connectionId: string
  readonly ports: readonly number[]
  readonly evidence: Evidence
  /** When it began, and when all patience is over. */
  readonly start: number
  readonly end: number
  /** Some other program has the first port. */
  isFirstTaken: boolean
  /** What the application said instead of greeting. */
  refusal?: AutofirmaError
}

/** One round of this many tries all ports. */
const WHOLE_ROUND = 4

/** Starts the application and finds the port where it listens. Throws AutofirmaError. */
export async function connect(connecting: Connecting): Promise<Connected> {
  const { around, times, signal, onStage } = connecting
  if (signal?.aborted === true) throw new AutofirmaError('ABORTED')
  const ports = choosePorts(around.random)
  const start = around.timers.now()
  const run: Run = {
    connectionId: makeConnectionId(around.random),
    ports,
    evidence: gatherEvidence(around, ports.map(socketAddress)),
    start,
    end: start + times.connectMs,
    isFirstTaken: false,
  }
  try {
    onStage({ stage: 'launching' })
    await launch(connecting, run)
    await pause(around.timers, times.loadWaitMs, signal)
    const channel = await findPort(connecting, run)
    onStage({ stage: 'connected' })
    return { channel, connectionId: run.connectionId }
  } finally {
    run.evidence.stop()
  }
}

async function launch({ around }: Connecting, { connectionId, ports, evidence }: Run): Promise<void> {
  try {
    await around.launch(launchAddress(connectionId, ports))
  } catch {
    throw new AutofirmaError('NOT_REACHED', { diagnosis: evidence.diagnose() })
  }
}

/** Tries the ports for as long as it makes sense. */
async function findPort(connecting: Connecting, run: Run): Promise<Channel> {
  const { around, times, signal, onStage } = connecting
  for (let round = 1; around.timers.now() < run.end; round += 1) {
    await run.evidence.beginRound()
    const ports = round % WHOLE_ROUND === 0 || run.isFirstTaken ? run.ports : run.ports.slice(0, 1)
    const nothingOpened = around.timers.now() - run.start >= times.hintMs && !run.evidence.hasOpened()
    for (const port of ports) onStage({ stage: 'connecting', round, port, nothingOpened })
    const channel = await tryPorts(connecting, run, ports)
    if (channel) return channel
    if (run.refusal) throw run.refusal
    if (run.evidence.isConclusive()) break
    const now = around.timers.now()
    const next = Math.max(now + times.roundPauseMs, run.start + times.unlikelyMs)
    await pause(around.timers, Math.min(next, run.end) - now, signal)
  }
  throw new AutofirmaError('NOT_REACHED', { diagnosis: run.evidence.diagnose() })
}

/** One round: the first port that greets ends the attempts at the others. */
async function tryPorts(connecting: Connecting, run: Run, ports: readonly number[]): Promise<Channel | undefined> {
  const { signal } = connecting
  const round = new AbortController()
  const end = (): void => round.abort()
  signal?.addEventListener('abort', end)
  run.evidence.onBlocked = end
  const attempts = ports.map(async (port) => {
    const channel = await tryPort({ ...connecting, signal: round.signal }, run, port)
    if (channel && round.signal.aborted) channel.close()
    else if (channel) end()
    return channel
  })
  const settled = await Promise.allSettled(attempts)
  signal?.removeEventListener('abort', end)
  const channels = settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined))
  const found = channels.find((channel) => channel?.isOpen)
  if (signal?.aborted !== true) return found
  found?.close()
  throw new AutofirmaError('ABORTED')
}

async function tryPort(connecting: Connecting, run: Run, port: number): Promise<Channel | undefined> {
  const { around, times, signal } = connecting
  const left = run.end - around.timers.now()
  // While the browser asks the person, the socket waits for their answer; given up, it would ask them again.
  const withinMs = run.evidence.permission === 'prompt' ? left : Math.min(left, times.attemptMs)
  const attempt = await openSocket(around, { url: socketAddress(port), withinMs, signal })
  if (attempt.outcome !== 'open') {
    run.evidence.addFailure(run.ports.indexOf(port), attempt)
    run.isFirstTaken ||= attempt.outcome === 'timed-out'
    return undefined
  }
  const { channel } = attempt
  try {
    await greet({ channel, timers: around.timers, connectionId: run.connectionId, signal })
    return channel
  } catch (error) {
    channel.close()
    if (error instanceof AutofirmaError && SAID_BY_APPLICATION.has(error.code)) run.refusal = error
    run.isFirstTaken = true
    return undefined
  }
}

/** Anything else comes from some other program on that port. */
const SAID_BY_APPLICATION: ReadonlySet<AutofirmaErrorCode> = new Set([
  'WRONG_SESSION',
  'PEER_REFUSED',
  'UNSUPPORTED_VERSION',
  'BAD_PARAMETERS',
  'OUT_OF_MEMORY',
  'FAILED',
])

/** Resolves after `ms`. Throws ABORTED when the page gives up meanwhile. */
function pause(timers: Timers, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(new AutofirmaError('ABORTED'))
    const onAbort = (): void => {
      cancel()
      reject(new AutofirmaError('ABORTED'))
    }
    const cancel = timers.after(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
