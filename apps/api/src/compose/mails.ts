import type { Kysely } from 'kysely'
import { openMailLedger } from '../adapters/database/mails/mail-ledger.ts'
import type { Schema } from '../adapters/database/schema.ts'
import { notifyByJob } from '../adapters/jobs/notify-people.ts'
import { readReport } from '../adapters/mail/read-report.ts'
import type { MailRecording } from '../adapters/mail/record-mails.ts'
import { readReturnAddress } from '../adapters/mail/return-address.ts'
import { openMailWriter } from '../adapters/mail/write-mails.ts'
import type { MailReports } from '../http/serve-mail-reports.ts'
import { takeReport } from '../modules/mails/take-report.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import { cataloguesFolder } from './built-files.ts'
import type { Foundation } from './foundation.ts'

/** What writes the mails of a server, and the language for people whose own is not known. */
export function composeMails({ config, place }: Pick<Foundation, 'config' | 'place'>) {
  const { defaultLanguage } = config.portal
  const { portalEntry } = place
  return { writer: openMailWriter({ portalEntry, defaultLanguage, catalogues: cataloguesFolder }), defaultLanguage }
}

const openLedger = ({ config, database }: Foundation, queue: JobQueue<Kysely<Schema>>) =>
  openMailLedger(database, notifyByJob(queue, config.senderMailDelayMs).sender)

/** What keeps the answers of the mail server. */
export function composeMailRecording(foundation: Foundation, queue: JobQueue<Kysely<Schema>>): MailRecording {
  const reports = foundation.config.mail?.reports
  return {
    ledger: openLedger(foundation, queue),
    returnAddress: reports && readReturnAddress(reports.address).of,
    now: foundation.now,
  }
}

/** What takes the mails that come back; undefined where none are brought. */
export function composeMailReports(foundation: Foundation, queue: JobQueue<Kysely<Schema>>): MailReports | undefined {
  const reports = foundation.config.mail?.reports
  if (!reports) return undefined
  const { codeIn } = readReturnAddress(reports.address)
  const log = foundation.log.child({ name: 'mail' })
  const taking = { ledger: openLedger(foundation, queue), log, now: foundation.now }
  return {
    token: () => reports.token.reveal(),
    take: (source) => takeReport({ ...taking, read: (mail) => readReport(mail, codeIn) }, source),
  }
}
