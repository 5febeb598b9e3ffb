/** What people change of themselves, and how they come by another password. */
import type { Kysely } from 'kysely'
import { DatabaseClientStore } from '../adapters/database/sessions/client-store.ts'
import { DatabaseEmailCodeStore } from '../adapters/database/users/email-code-store.ts'
import { DatabaseProfileStore } from '../adapters/database/users/profile-store.ts'
import { DatabaseRecoveryStore } from '../adapters/database/users/recovery-store.ts'
import type { Schema } from '../adapters/database/schema.ts'
import { DatabaseTokenRecords } from '../adapters/database/sessions/token-key-store.ts'
import { DatabaseUserStore } from '../adapters/database/users/user-store.ts'
import { requestMailByJob } from '../adapters/jobs/request-recovery-mail.ts'
import { openMailWriter } from '../adapters/mail/write-mails.ts'
import { Argon2Passwords } from '../adapters/passwords/argon2-passwords.ts'
import type { PdfWorkers } from '../adapters/pdf-workers/open-pdf-workers.ts'
import { openSignaturePictures } from '../adapters/signature-pictures/open-signature-pictures.ts'
import { cataloguesFolder } from './built-files.ts'
import type { Foundation } from './foundation.ts'
import { composeRunOnce } from './use-cases.ts'
import type { PasswordRoutePorts } from '../http/routes/passwords.ts'
import type { LogInPorts } from '../modules/sessions/log-in.ts'
import { findUser } from '../modules/find-user.ts'
import type { ProveAddress } from '../modules/users/prove-address.ts'
import type { UpdateProfile } from '../modules/users/update-profile.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import type { Mailer } from '../ports/mail.ts'

export function composeProfile(
  { config, database, place, log, now }: Foundation,
  workers: PdfWorkers,
  mailer: Mailer,
): Omit<UpdateProfile, 'requireFreshFactor' | 'provePassword'> & ProveAddress {
  const { defaultLanguage } = config.portal
  const passwords = new Argon2Passwords()
  const users = new DatabaseUserStore(database)
  return {
    profiles: new DatabaseProfileStore(database, now),
    pictures: openSignaturePictures(workers.pages),
    hashPassword: (password) => passwords.hash(password),
    findUser: (userId) => findUser(users, userId),
    codes: new DatabaseEmailCodeStore(database),
    mailer,
    writer: openMailWriter({ portalEntry: place.portalEntry, defaultLanguage, catalogues: cataloguesFolder }),
    now,
    log: log.child({ name: 'profile' }),
  }
}

/** @param queue where the mails of recoveries wait to be sent. */
export function composePasswords(
  foundation: Foundation,
  { tokens, passwords }: Pick<LogInPorts, 'tokens' | 'passwords'>,
  queue: JobQueue<Kysely<Schema>>,
): PasswordRoutePorts {
  const { config, database, serverKeys, log, now } = foundation
  return {
    ...composeRunOnce(foundation),
    tokens,
    sessions: new DatabaseTokenRecords(database),
    members: new DatabaseUserStore(database),
    returnAddresses: new DatabaseClientStore(database),
    passwords: new DatabaseRecoveryStore(database, now),
    hashPassword: (password) => passwords.hash(password),
    isPassword: (password, hash) => passwords.matches(password, hash),
    users: new DatabaseUserStore(database),
    requestMail: config.mail && requestMailByJob({ queue, database, serverKeys }),
    log: log.child({ name: 'passwords' }),
  }
}
