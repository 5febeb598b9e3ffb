import { DatabaseAuditReader } from './adapters/database/audit-reader.ts'
import { openFoundation } from './compose-foundation.ts'
import { readConfig } from './config/config.ts'
import type { Environment } from './config/environment-reader.ts'
import { openLog } from './adapters/log/open-log.ts'
import { verifyAudit } from './modules/audit/verify-audit.ts'

/** Walks the audit log of the installation that the environment names. */
export async function verifyInstalledAudit(env: Environment): ReturnType<typeof verifyAudit> {
  const log = openLog({ level: 'silent' })
  await using foundation = await openFoundation({ config: readConfig(env), log, role: 'tool' })
  return await verifyAudit(new DatabaseAuditReader(foundation.database))
}
