import type { Kysely } from 'kysely'
import { languageOf } from '@rubrica/domain'
import type { RecoveryWish, RequestRecoveryMail } from '../../modules/users/ports.ts'
import type { JobData, JobQueue } from '../../ports/job-queue.ts'
import type { ServerKeys } from '../../ports/server-keys.ts'
import type { Schema } from '../database/schema.ts'
import type { JobKind } from './job-kinds.ts'

const BINDING = 'recovery-wish'

export interface RecoveryJobs {
  readonly queue: JobQueue<Kysely<Schema>>
  readonly database: Kysely<Schema>
  readonly serverKeys: ServerKeys
}

/**
 * Asks for the mail by a job, which holds no token: that is made when the job is worked on. Jobs are kept for days, and
 * people type passwords into the field above by mistake, so the name lies under the server's key.
 */
export function requestMailByJob({ queue, database, serverKeys }: RecoveryJobs): RequestRecoveryMail {
  return async ({ loginName, language = null, environment = null }) => {
    const sealed = await serverKeys.wrap(Buffer.from(loginName), BINDING)
    const data = { sealedName: Buffer.from(sealed).toString('base64'), language, environment }
    await queue.enqueue(database, { kind: 'send-recovery-mail' satisfies JobKind, data })
  }
}

export const toRecoveryWish = async (
  serverKeys: ServerKeys,
  { sealedName, language, environment }: JobData,
): Promise<RecoveryWish> => ({
  loginName: Buffer.from(await serverKeys.unwrap(Buffer.from(String(sealedName), 'base64'), BINDING)).toString(),
  ...(typeof language === 'string' && { language: languageOf(language) }),
  ...(typeof environment === 'string' && { environment }),
})
