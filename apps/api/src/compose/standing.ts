/** How a process stands among the others: whether it may be sent requests, that it is alive, and that it is leaving. */
import { databaseAnswers } from '../adapters/database/connection.ts'
import { isDatabaseOutage } from '../adapters/database/is-outage.ts'
import { takeBackJobs } from '../adapters/jobs/take-back-jobs.ts'
import type { HeardOfOthers, ReplicaReport } from '../adapters/replicas/report-alive.ts'
import { reportAlive } from '../adapters/replicas/report-alive.ts'
import { followServerKeys } from '../adapters/server-keys/follow-server-keys.ts'
import type { Foundation } from './foundation.ts'
import { RELEASE } from './release.ts'
import type { Operations } from '../http/serve-operations.ts'
import type { SigningStore } from '../modules/signing/ports.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import { isStoreOutage, ObjectError } from '../ports/object-store.ts'

/** A clock that is so far off is a fault of the machine; log, certificates and mails show its time. */
const SKEW_TOLD_MS = 500
/** With more, what providers and certificates are asked for is wrong: nobody should be sent there. */
const SKEW_BORNE_MS = 2000
/** Objects are written to be asked: not for each of many probes. */
const OBJECTS_KEPT_MS = 3000
/** Reports, of one every two seconds, before a lack of workers is told: those of a cluster are started in any order. */
const REPORTS_WITHOUT_WORKER = 5
const TOLD_EVERY_MS = 60_000
const TAKEN_BACK_EVERY_MS = 10_000

const NO_WORKER = 'No process works on jobs: mails, long-term forms and seals wait. Start one with ROLE=worker or all.'

export interface Standing extends Omit<Operations, 'scrape'> {
  /** No other process answers calls, as far as is known. */
  isAlone(): boolean
  /** Probes are told that this process is about to end. */
  leave(): void
  /** Reports that this server is alive, makes up for what it owes, and frees what servers held that are not. */
  takePart(signing: SigningStore, queue: Pick<JobQueue<never>, 'inHand'>): Promise<ReplicaReport>
}

export function openStanding(foundation: Foundation): Standing {
  const { opened, replica, clock, config, log, serverKeys } = foundation
  const { role } = config.process
  const watch = watchOthers(foundation)
  let isLeaving = false
  return {
    readiness: readinessOf(foundation),
    warnings: watch.warnings,
    isAlone: watch.isAlone,
    isLeaving: () => isLeaving,
    leave: () => {
      isLeaving = true
    },
    takePart: (signing, queue) => {
      const takeBack = takeBackOf(foundation)
      const sweep = async () => {
        await freeWhatIsHeld(foundation, signing)
        await takeBack()
      }
      const onServerKeys = followServerKeys(serverKeys, log)
      const presence = async () => ({
        ...{ release: RELEASE, serverKeys: serverKeys.held(), activeKey: await serverKeys.activeVersion() },
        jobs: queue.inHand(),
      })
      return reportAlive({
        ...{ database: opened.upkeep, instance: replica.instance, role, clock, log },
        ...{ presence, onServerKeys, onHeard: watch.heard, sweep },
      })
    },
  }
}

async function freeWhatIsHeld({ replica, log, now }: Foundation, signing: SigningStore): Promise<void> {
  const made = await replica.owed.settle()
  if (made > 0) log.warn({ made }, 'What was held when the database went away was let go of.')
  const released = await signing.releaseExpired(now())
  if (released > 0) log.warn({ released }, 'Signings of a process that died were let go.')
}

/** Jobs of those who died are looked for once in a while: the look goes through finished jobs, too. */
function takeBackOf({ database, replica, config, log }: Foundation): () => Promise<void> {
  let next = 0
  return async () => {
    if (config.process.role === 'api' || performance.now() < next) return
    next = performance.now() + TAKEN_BACK_EVERY_MS
    const taken = await takeBackJobs(database, replica.instance)
    if (taken > 0) log.warn({ taken }, 'Jobs that no process works on any more were taken up again.')
  }
}

/** Tells of a clock that is off and of jobs that nobody works on, once in a while. */
function watchOthers({ clock, log, serverKeys }: Foundation) {
  let withoutWorker = 0
  let isAlone = true
  let toldOfClock = -Infinity
  const lacksWorker = () => withoutWorker >= REPORTS_WITHOUT_WORKER
  const heard = (others: HeardOfOthers) => {
    isAlone = others.isAlone
    withoutWorker = others.isWorking ? 0 : withoutWorker + 1
    if (withoutWorker === REPORTS_WITHOUT_WORKER) log.warn(NO_WORKER)
    const skewMs = Math.round(clock.skewMs())
    if (Math.abs(skewMs) <= SKEW_TOLD_MS || performance.now() - toldOfClock < TOLD_EVERY_MS) return
    toldOfClock = performance.now()
    log.warn({ skewMs }, 'The clock of this machine is not that of the database.')
  }
  const warnings = () => {
    const skew = clock.skewMs()
    const complaint = serverKeys.lack() === undefined ? serverKeys.complaint() : undefined
    return [
      ...(complaint === undefined ? [] : [complaint]),
      ...(lacksWorker() ? [NO_WORKER] : []),
      ...(Math.abs(skew) > SKEW_TOLD_MS && Math.abs(skew) <= SKEW_BORNE_MS ? [describeSkew(skew)] : []),
    ]
  }
  return { heard, warnings, isAlone: () => isAlone }
}

const describeSkew = (skewMs: number) =>
  `The clock of this machine is ${Math.round(Math.abs(skewMs))} ms ${skewMs > 0 ? 'ahead of' : 'behind'} that of the database.`

/** What has to answer before this process can serve people. */
function readinessOf({ database, store, serverKeys, clock }: Foundation): Operations['readiness'] {
  return {
    database: async () => (await databaseAnswers(database)) || 'The database does not answer.',
    objects: keepYes(OBJECTS_KEPT_MS, () =>
      store.probe().then(
        () => true as const,
        // What is signed has to be stored: a full store reads still.
        (error: unknown) => {
          const isFull = error instanceof ObjectError && error.code === 'OBJECT_STORE_FULL'
          return isFull ? 'The object store is full.' : 'Objects cannot be stored.'
        },
      ),
    ),
    keys: () => Promise.resolve(serverKeys.lack() ?? true),
    clock: async () => Math.abs(clock.skewMs()) <= SKEW_BORNE_MS || describeSkew(clock.skewMs()),
  }
}

/** Asks again only after a while, but at once where the answer was no; probes that come meanwhile share a question. */
function keepYes(keptMs: number, ask: () => Promise<true | string>): () => Promise<true | string> {
  let asking: Promise<true | string> | undefined
  let yesUntil = -Infinity
  const askAnew = async () => {
    const answer = await ask()
    if (answer === true) yesUntil = performance.now() + keptMs
    return answer
  }
  return async () => {
    if (performance.now() < yesUntil) return true
    asking ??= askAnew().finally(() => {
      asking = undefined
    })
    return asking
  }
}

export const isOutage = (error: unknown): boolean => isDatabaseOutage(error) || isStoreOutage(error)
