/** The audit log of an installation, for the nightly seal and for an operator who checks it. */
import { openHeadSigner } from '../adapters/audit-keys/open-head-signer.ts'
import { DatabaseAuditHeadStore } from '../adapters/database/audit/audit-head-store.ts'
import { DatabaseAuditKeyRecords } from '../adapters/database/audit/audit-key-store.ts'
import { DatabaseAuditReader } from '../adapters/database/audit/audit-reader.ts'
import { inTransaction } from '../adapters/database/connection.ts'
import { openLog } from '../adapters/log/open-log.ts'
import { openFoundation, type Foundation } from './foundation.ts'
import { readConfig } from '../config/config.ts'
import type { Environment } from '../config/environment-reader.ts'
import { listHeads } from '../modules/audit/list-heads.ts'
import type { SealAuditDay } from '../modules/audit/seal-audit-day.ts'
import { verifyAudit } from '../modules/audit/verify-audit.ts'
import { verifyHeads } from '../modules/audit/verify-heads.ts'

export function composeAuditHeads({ database, serverKeys, now }: Foundation): SealAuditDay {
  const records = new DatabaseAuditKeyRecords(database)
  return { heads: new DatabaseAuditHeadStore(database), signer: openHeadSigner({ records, serverKeys, now }), now }
}

/** Walks the audit log of the installation that the environment names, and checks its signed heads. */
export async function verifyInstalledAudit(env: Environment) {
  await using foundation = await openQuietly(env)
  const log = await verifyAudit(new DatabaseAuditReader(foundation.database))
  // Heads and what they stand for are of one moment, too: a server may seal a day meanwhile.
  const { findings, ...heads } = await inTransaction(
    foundation.database,
    (snapshot) => verifyHeads(composeAuditHeads({ ...foundation, database: snapshot })),
    { isolation: 'repeatable read' },
  )
  return { ...log, ...heads, findings: [...log.findings, ...findings] }
}

/** The signed heads of that installation. */
export async function listInstalledHeads(env: Environment): ReturnType<typeof listHeads> {
  await using foundation = await openQuietly(env)
  return await listHeads(composeAuditHeads(foundation))
}

const openQuietly = (env: Environment) =>
  openFoundation({ config: readConfig(env), log: openLog({ level: 'silent' }), role: 'tool' })
