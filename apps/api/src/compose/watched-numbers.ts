/** The numbers that are asked for at each scrape: those of this process, and those of the installation. */
import { setTimeout as pause } from 'node:timers/promises'
import { readInstallationNumbers, type InstallationNumbers } from '../adapters/metrics/installation-numbers.ts'
import type { Reading } from '../adapters/metrics/open-metrics.ts'
import { JOB_KINDS } from '../adapters/jobs/job-kinds.ts'
import type { KeptKeys } from '../modules/signing/key/kept-keys.ts'
import type { Foundation } from './foundation.ts'

/** Several that scrape at once ask the database once. */
const FRESH_MS = 5000
/** A database that does not answer costs a scrape its numbers, and not all others. */
const PATIENCE_MS = 2000

/** By what the readings of a number are told apart. */
const LABELS: Readonly<Record<string, string>> = { rubrica_job_age_seconds: 'kind' }

type Watched = Pick<Foundation, 'metrics' | 'opened' | 'serverKeys' | 'database' | 'replica' | 'clock' | 'keptOctets'>

export function watchNumbers(foundation: Watched, keptKeys: KeptKeys): void {
  watchProcess(foundation, keptKeys)
  watchInstallation(foundation)
}

function watchProcess({ metrics, opened, serverKeys, clock, keptOctets }: Watched, keptKeys: KeptKeys): void {
  const { pool } = opened
  metrics.watch({
    name: 'rubrica_pool_used',
    help: 'Connections to the database that are in use.',
    read: () => pool.totalCount - pool.idleCount,
  })
  metrics.watch({
    name: 'rubrica_pool_waiting',
    help: 'Callers that wait for a connection to the database.',
    read: () => pool.waitingCount,
  })
  metrics.watch({
    name: 'rubrica_key_version',
    help: 'Version of the server key that wraps. Servers of one installation have the same.',
    read: () => serverKeys.activeVersion(),
  })
  metrics.watch({
    name: 'rubrica_clock_skew_seconds',
    help: 'How far the clock of this machine is ahead of that of the database, at least.',
    read: () => clock.skewMs() / 1000,
  })
  metrics.watch({
    name: 'rubrica_kept_keys',
    help: 'Keys of batches that this process keeps open.',
    read: () => keptKeys.count,
  })
  metrics.watch({
    name: 'rubrica_kept_objects_bytes',
    help: 'Octets of objects of a bucket that this process keeps in memory.',
    read: keptOctets,
  })
}

function watchInstallation({ metrics, database, replica }: Watched): void {
  const read = cached(() => readInstallationNumbers({ database, instance: replica.instance, kinds: JOB_KINDS }))
  const watch = (name: string, help: string, pick: (numbers: InstallationNumbers) => Reading) =>
    metrics.watch({
      ...{ name, help: `${help} One server tells it.`, label: LABELS[name] },
      read: async () => {
        const numbers = await read()
        return numbers && pick(numbers)
      },
    })
  watch('rubrica_job_age_seconds', 'For how long the oldest due job waits.', ({ jobAges }) => jobAges)
  watch('rubrica_archive_overdue', 'Documents whose long-term form is due.', (numbers) => numbers.archivesOverdue)
  watch('rubrica_archive_age_seconds', 'For how long the first of them is due.', (numbers) => numbers.archiveAge)
  watch('rubrica_archive_failed', 'Documents whose long-term form was given up.', (numbers) => numbers.archivesFailed)
  watch(
    'rubrica_audit_sealed_age_seconds',
    'Since the moment up to which the log of every subscription is sealed.',
    ({ sealedAge }) => sealedAge,
  )
  watch(
    'rubrica_webhook_age_seconds',
    'For how long the oldest due message of a webhook waits.',
    (numbers) => numbers.webhookAge,
  )
}

/** What was read is told again for a while; what does not come in time, or fails, is not told. */
function cached<Value>(read: () => Promise<Value>): () => Promise<Value | undefined> {
  let kept: { readonly at: number; readonly value: Promise<Value | undefined> } | undefined
  return () => {
    const now = performance.now()
    if (!kept || now - kept.at > FRESH_MS) {
      const value = Promise.race([read(), pause(PATIENCE_MS, undefined, { ref: false })]).catch(() => undefined)
      kept = { at: now, value }
    }
    return kept.value
  }
}
