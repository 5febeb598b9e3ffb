/** How a process stands among the others: whether it may be sent requests, and that it is alive. */
import { databaseAnswers } from '../adapters/database/connection.ts'
import { isDatabaseOutage } from '../adapters/database/is-outage.ts'
import { reportAlive, type ReplicaReport } from '../adapters/replicas/report-alive.ts'
import type { Foundation } from './foundation.ts'
import type { Operations } from '../http/serve-operations.ts'
import type { SigningStore } from '../modules/signing/ports.ts'
import { ObjectError } from '../ports/object-store.ts'

export const isOutage = (error: unknown) =>
  isDatabaseOutage(error) || (error instanceof ObjectError && error.code === 'OBJECT_STORE_FULL')

/** What has to answer before this process can serve people. */
export const readinessOf = (foundation: Foundation): Operations['readiness'] => ({
  database: () => databaseAnswers(foundation.database),
  objects: () => storeAnswers(foundation),
})

/** What is signed has to be written: a full disk reads still. @returns why it does not, if so */
async function storeAnswers({ store }: Foundation): Promise<true | string> {
  return store.tryWriting().then(
    () => true,
    (error: unknown) => (error instanceof ObjectError ? 'The disk is full.' : 'Objects cannot be written.'),
  )
}

/** Reports that this server is alive, makes up for what it owes, and frees what servers held that are not. */
export function takePart({ opened, replica, log, now }: Foundation, signing: SigningStore): Promise<ReplicaReport> {
  const onReported = async () => {
    const made = await replica.owed.settle()
    if (made > 0) log.warn({ made }, 'What was held when the database went away was let go of.')
    const released = await signing.releaseExpired(now())
    if (released > 0) log.warn({ released }, 'Signings of a process that died were let go.')
  }
  return reportAlive({ database: opened.upkeep, instance: replica.instance, log, onReported })
}
