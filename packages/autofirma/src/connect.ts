import { AutofirmaError, type AutofirmaErrorCode } from './autofirma-error.ts'
import { diagnoseFailure, type FailedAttempt } from './diagnose-failure.ts'
import { greet } from './exchange.ts'
import type { Channel } from './open-channel.ts'
import { openSocket } from './open-socket.ts'
import { pause } from './pause.ts'
import type { AutofirmaStage } from './session.ts'
import { choosePorts, makeSessionId } from './session-id.ts'
import type { PermissionAnswer, Surroundings } from './surroundings.ts'
import { launchAddress, socketAddress } from './write-request.ts'

/**
 * The way to the application: started by an address of its own scheme, it listens on one of three ports that nobody
 * knew before, 0.8 to 1.9 s later on a quiet machine, and much later when the browser asks the person first.
 */

/** How patient that way is, in milliseconds. */
export interface ConnectTimes {
  /** From the launch to the first attempt (spec §9). */
  readonly loadWaitMs: number
  /** Between two rounds over the ports. */
  readonly roundPauseMs: number
  /** For one port that neither accepts nor refuses. */
  readonly attemptMs: number
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
  readonly sessionId: string
}

/** What one run of the application is known by. */
interface Run {
  readonly sessionId: string
  readonly ports: readonly number[]
}

/** Starts the application and finds the port where it listens. Throws AutofirmaError. */
export async function connect(connecting: Connecting): Promise<Connected> {
  const { around, times, signal, onStage } = connecting
  const run = { sessionId: makeSessionId(around.random), ports: choosePorts(around.random) }
  const policy = watchPolicy(around, run.ports)
  try {
    if (signal?.aborted === true) throw new AutofirmaError('ABORTED')
    onStage({ stage: 'launching' })
    await around.launch(launchAddress(run.sessionId, run.ports))
    await pause(around.timers, times.loadWaitMs, signal)
    const channel = await findPort(connecting, run, policy)
    onStage({ stage: 'connected' })
    return { channel, sessionId: run.sessionId }
  } finally {
    policy.stop()
  }
}

/** What was learnt on the way. */
interface Findings {
  readonly failures: FailedAttempt[]
  /** Who answered, but not as our application does. */
  refusal?: AutofirmaError
  permission: PermissionAnswer
}

/** Tries the ports in turn, for as long as it makes sense. */
async function findPort(connecting: Connecting, run: Run, policy: PolicyWatch): Promise<Channel> {
  const { timers, rules } = connecting.around
  const end = timers.now() + connecting.times.connectMs
  const findings: Findings = { failures: [], permission: 'unknown' }
  for (let round = 1; timers.now() < end; round += 1) {
    findings.permission = await rules.localNetworkPermission()
    for (const port of run.ports) {
      connecting.onStage({ stage: 'connecting', round, port })
      const channel = await tryPort({ ...connecting, run, findings, end }, port)
      if (channel) return channel
    }
    if (findings.refusal) throw findings.refusal
    if (policy.isBlocked() || findings.permission === 'denied') break
    await pause(timers, connecting.times.roundPauseMs, connecting.signal)
  }
  const facts = { ...findings, isBlockedByPolicy: policy.isBlocked(), isSecureContext: rules.isSecureContext() }
  throw new AutofirmaError('NOT_REACHED', { diagnosis: diagnoseFailure(facts) })
}

interface Trying extends Connecting {
  readonly run: Run
  readonly findings: Findings
  /** When all patience is over. */
  readonly end: number
}

async function tryPort(trying: Trying, port: number): Promise<Channel | undefined> {
  const { around, times, signal, findings, run } = trying
  const left = trying.end - around.timers.now()
  // While the browser asks the person, the socket waits for their answer; given up, it would ask them again.
  const withinMs = findings.permission === 'prompt' ? left : Math.min(left, times.attemptMs)
  const attempt = await openSocket(around, { url: socketAddress(port), withinMs, signal })
  if (attempt.outcome !== 'open') {
    findings.failures.push(attempt)
    return undefined
  }
  const { channel } = attempt
  try {
    await greet({ channel, timers: around.timers, sessionId: run.sessionId, signal })
    return channel
  } catch (error) {
    channel.close()
    if (!(error instanceof AutofirmaError) || error.code === 'ABORTED') throw error
    if (SAID_BY_APPLICATION.has(error.code)) findings.refusal = error
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

interface PolicyWatch {
  isBlocked(): boolean
  stop(): void
}

function watchPolicy({ rules }: Surroundings, ports: readonly number[]): PolicyWatch {
  let isBlocked = false
  const addresses = ports.map((port) => socketAddress(port))
  const stop = rules.watchPolicy((blocked) => {
    isBlocked ||= addresses.some((address) => blocked.startsWith(address)) || blocked.startsWith('afirma')
  })
  return { isBlocked: () => isBlocked, stop }
}
