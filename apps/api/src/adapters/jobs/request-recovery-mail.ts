import type { Kysely } from 'kysely'
import { languageOf } from '@rubrica/domain'
import type { RecoveryWish, RequestRecoveryMail } from '../../modules/users/ports.ts'
import type { JobData, JobQueue } from '../../ports/job-queue.ts'
import type { Schema } from '../database/schema.ts'
import type { JobKind } from './job-kinds.ts'

/** Asks for the mail by a job, which holds no token: that is made when the job is worked on. */
export function requestMailByJob(queue: JobQueue<Kysely<Schema>>, database: Kysely<Schema>): RequestRecoveryMail {
  return ({ loginName, language = null, environment = null }) =>
    queue.enqueue(database, {
      kind: 'send-recovery-mail' satisfies JobKind,
      // Half a character is nobody's, and the database keeps none in JSON.
      data: { loginName: loginName.replaceAll(/\p{Cs}/gu, '\uFFFD'), language, environment },
    })
}

export const toRecoveryWish = ({ loginName, language, environment }: JobData): RecoveryWish => ({
  loginName: String(loginName),
  ...(typeof language === 'string' && { language: languageOf(language) }),
  ...(typeof environment === 'string' && { environment }),
})
