/** The calls that a server answers, each with what it needs. */
import type { FastifyInstance } from 'fastify'
import { allocateFile } from '@rubrica/pades'
import { openCallCounts } from '../adapters/database/call-counts.ts'
import { openHistoryStore } from '../adapters/database/history/history-store.ts'
import { DatabasePersonalKeyStore } from '../adapters/database/personal-keys/personal-key-store.ts'
import { DatabaseClientStore } from '../adapters/database/sessions/client-store.ts'
import { DatabaseLinkStore } from '../adapters/database/signing-links/link-store.ts'
import { DatabaseUserStore } from '../adapters/database/users/user-store.ts'
import type { NotifyPeople } from '../adapters/jobs/notify-people.ts'
import type { Precedence } from '../adapters/precedence.ts'
import { composePublicHeads } from './audit.ts'
import { portalFolder } from './built-files.ts'
import { composeInvitations } from './guests.ts'
import type { BulkSendWork } from './bulk-sends.ts'
import { composeShowing, type TrustedWork } from './archiving.ts'
import type { composeFactors, FactorChecks } from './factors.ts'
import type { composeEvidenceFiles } from './evidence-files.ts'
import { composeSubstitutions } from './substitutions.ts'
import { openMailChoices } from '../adapters/database/users/mail-choice-store.ts'
import { stopMails } from '../modules/notifications/stop-mails.ts'
import { openRemarkStore } from '../adapters/database/remarks/remark-store.ts'
import { openAbsences } from '../adapters/database/substitutions/absence-reader.ts'
import { openOffices } from '../adapters/database/substitutions/office-reader.ts'
import { composePasswords, composeProfile } from './profile.ts'
import type { Foundation } from './foundation.ts'
import type { Jobs } from './jobs.ts'
import { composeLogins } from './logins.ts'
import { composeMailReports, composeMails } from './mails.ts'
import { composeAccounts, composeCertificates, composeReading } from './use-cases.ts'
import { composeSigningLinks } from './signing-links.ts'
import type { SentListPorts } from './sent-list.ts'
import type { ServedCalendar } from '../http/serve-calendars.ts'
import type { Push } from './push.ts'
import type { RunWorker } from './signing-runs.ts'
import type { SigningPorts } from './signing.ts'
import { signingCalls } from './signing-calls.ts'
import { addressOfCode, composeVerification } from './verification.ts'
import type { Handlers } from '../http/bind/call-types.ts'
import type { CscPorts } from '../http/csc/csc-ports.ts'
import { buildWorkerServer } from '../http/build-worker-server.ts'
import { buildServer } from '../http/build-server.ts'
import { describePortal } from '../http/describe-portal.ts'
import { openPageCursors } from '../http/lists/page-cursors.ts'
import { contactHandlers } from '../http/routes/contacts.ts'
import { copyHandlers } from '../http/routes/copies.ts'
import { auditHeadHandlers } from '../http/routes/audit-heads.ts'
import { approvalHandlers } from '../http/routes/approvals.ts'
import { attachmentHandlers } from '../http/routes/attachments.ts'
import { draftHandlers } from '../http/routes/drafts.ts'
import { grantHandlers } from '../http/routes/grants.ts'
import { bulkSendHandlers } from '../http/routes/bulk-sends.ts'
import { certificateHandlers } from '../http/routes/certificates.ts'
import { disclaimerHandlers } from '../http/routes/disclaimers.ts'
import { documentSignatureHandlers } from '../http/routes/document-signatures.ts'
import { loginHandlers } from '../http/routes/logins.ts'
import { factorHandlers } from '../http/routes/factors.ts'
import { remarkHandlers } from '../http/routes/remarks.ts'
import { substitutionHandlers } from '../http/routes/substitutions.ts'
import { passingOnHandlers } from '../http/routes/passing-on.ts'
import { personalKeyHandlers } from '../http/routes/personal-keys.ts'
import { passwordHandlers } from '../http/routes/passwords.ts'
import { historyHandlers } from '../http/routes/history.ts'
import { pendingDocumentHandlers } from '../http/routes/pending-documents.ts'
import { profileHandlers } from '../http/routes/profile.ts'
import { accountHandlers } from '../http/routes/provider-accounts.ts'
import { evidenceHandlers } from '../http/routes/evidence.ts'
import { sentListHandlers } from '../http/routes/sent-list.ts'
import { changeHandlers, placesHandlers } from '../http/routes/changes.ts'
import { sendingHandlers } from '../http/routes/sending.ts'
import { sentDocumentHandlers } from '../http/routes/sent-documents.ts'
import { sessionHandlers, type SessionRoutePorts } from '../http/routes/sessions.ts'
import { noticeHandlers } from '../http/routes/notifications.ts'
import { runHandlers } from '../http/routes/signing-runs.ts'
import { signingLinkHandlers } from '../http/routes/signing-links.ts'
import { templateHandlers } from '../http/routes/templates.ts'
import { uploadHandlers } from '../http/routes/uploads.ts'
import { userHandlers } from '../http/routes/users.ts'
import { verificationCodeHandlers } from '../http/routes/verification-codes.ts'
import { verificationHandlers } from '../http/routes/verification.ts'
import { webhookHandlers } from '../http/routes/webhooks.ts'
import type { EndpointPorts } from '../modules/webhooks/keep-endpoints.ts'
import { verifyKey } from '../modules/personal-keys/verify-key.ts'
import { isOutage, type Standing } from './standing.ts'

export interface HandlerParts {
  readonly foundation: Foundation
  readonly trusted: TrustedWork
  /** What others may wait for gives way to signatures. */
  readonly precedence: Precedence
  readonly sessions: SessionRoutePorts
  readonly factors: ReturnType<typeof composeFactors>
  readonly notify: NotifyPeople
  readonly queue: Jobs['queue']
  readonly mailer: Jobs['mailer']
  readonly signing: SigningPorts
  readonly runs: RunWorker
  readonly push: Push
  readonly sending: SentListPorts
  readonly bulkSends: BulkSendWork
  readonly webhooks: EndpointPorts
  readonly csc: CscPorts
  readonly evidence: Awaited<ReturnType<typeof composeEvidenceFiles>>
}

export function composeHandlers(parts: HandlerParts): Handlers {
  const { foundation, trusted, sessions, factors, notify, queue, mailer, signing, csc, precedence } = parts
  const { workers } = trusted
  const users = new DatabaseUserStore(foundation.database)
  const reading = composeReading(foundation, workers, notify)
  const showing = composeShowing(foundation, trusted, reading)
  const accounts = composeAccounts(foundation)
  const invitations = composeInvitations(foundation, { ...sessions, mailer, notify })
  const verification = composeVerification(foundation, trusted, precedence)
  const sending = { ...parts.sending, fileLimit: foundation.config.intakeLimit }
  return {
    ...sessionHandlers(sessions, csc),
    ...loginHandlers(composeLogins(foundation, sessions.tokens)),
    ...passwordHandlers(composePasswords(foundation, sessions, queue)),
    ...grantHandlers(csc),
    ...userHandlers({ users, themes: users, memberships: users, provesPhones: foundation.config.sms !== undefined }),
    ...profileHandlers({
      ...composeProfile(foundation, workers, mailer),
      requireFreshFactor: factors.requireFreshFactor,
      provePassword: factors.provePassword,
    }),
    ...factorHandlers(factors),
    ...substitutionHandlers(composeSubstitutions(foundation, notify)),
    ...remarkHandlers({ remarks: openRemarkStore(foundation.database), now: foundation.now }),
    ...certificateHandlers(composeCertificates(foundation)),
    ...accountHandlers(accounts),
    ...pendingDocumentHandlers(reading),
    ...approvalHandlers(reading),
    ...historyHandlers({ history: openHistoryStore(foundation.database) }),
    ...copyHandlers({ ...reading, signatures: showing }),
    ...attachmentHandlers(reading),
    ...disclaimerHandlers(reading),
    ...documentSignatureHandlers(showing),
    ...verificationHandlers(verification),
    ...verificationCodeHandlers({ ...verification, addressOf: (code) => addressOfCode(foundation, code) }),
    ...sendingHandlers(sending),
    ...sentDocumentHandlers({ ...sending, cursors: openPageCursors(foundation.serverKeys) }),
    ...evidenceHandlers({ ...parts.evidence, store: sending.store }),
    ...sentListHandlers(sending),
    ...changeHandlers(sending),
    ...passingOnHandlers({ passing: sending.passing, now: foundation.now }),
    ...placesHandlers({ ...sending, answerPages: reading.answerPages }),
    ...uploadHandlers({ ...sending, answerPages: reading.answerPages }),
    ...draftHandlers({ ...sending, mails: composeMails(foundation) }),
    ...templateHandlers({ ...sending, cursors: openPageCursors(foundation.serverKeys) }),
    ...contactHandlers({
      ...sending,
      absences: openAbsences(foundation.database),
      cursors: openPageCursors(foundation.serverKeys),
    }),
    ...bulkSendHandlers({ ...parts.bulkSends, cursors: openPageCursors(foundation.serverKeys) }),
    ...webhookHandlers({ ...parts.webhooks, cursors: openPageCursors(foundation.serverKeys) }),
    ...personalKeyHandlers({ keys: new DatabasePersonalKeyStore(foundation.database), now: foundation.now }),
    ...signingLinkHandlers(composeSigningLinks(foundation, sessions.tokens)),
    ...signingCalls({ foundation, trusted, signing, csc, accounts, invitations, local: parts.runs.local }, precedence),
    ...runHandlers(parts.runs.ports),
    ...noticeHandlers(parts.push.ports),
    ...auditHeadHandlers(composePublicHeads(foundation)),
  }
}

interface HttpParts {
  readonly sessions: SessionRoutePorts
  readonly factors: Pick<FactorChecks, 'requireFreshFactor'>
  readonly csc: CscPorts
  readonly handlers: Handlers
  readonly calendar: ServedCalendar
  readonly queue: Jobs['queue']
  readonly standing: Standing
}

export function composeHttp(
  foundation: Foundation,
  { sessions, factors, csc, handlers, calendar, queue, standing }: HttpParts,
): Promise<FastifyInstance> {
  const { config, database, log, metrics, tracing } = foundation
  const count = openCallCounts(database)
  return buildServer({
    log: log.child({ name: 'http' }),
    publicUrl: config.http.publicUrl,
    addressNow: () => foundation.place.publicUrl,
    trustedProxies: config.trustedProxies,
    portal: describePortal(config),
    portalOrigins: config.environments.portalOrigins,
    portalFolder,
    rateLimits: config.rateLimits,
    countTogether: async (...call) => (standing.isAlone() ? undefined : count(...call)),
    handlers,
    authorities: {
      tokens: sessions.tokens,
      clients: new DatabaseClientStore(database),
      memberships: new DatabaseUserStore(database),
      verifyKey: (key) => verifyKey({ keys: new DatabasePersonalKeyStore(database), now: foundation.now }, key),
      requireFreshFactor: factors.requireFreshFactor,
      offices: openOffices(database),
      now: foundation.now,
      publicClientId: config.portal.clientId,
    },
    fileLimit: config.intakeLimit,
    bodyPauseMs: config.bodyPauseMs,
    allocate: allocateFile,
    frameOriginsOf: (linkId) => new DatabaseLinkStore(database).frameOriginsOf(linkId),
    errors: { isOutage, onBug: () => metrics.happened('bug') },
    operations: { ...standing, scrape: () => metrics.scrape() },
    requests: { answered: (request) => metrics.answered(request) },
    mailReports: composeMailReports(foundation, queue),
    calendar,
    mailStops: {
      stop: (token) =>
        stopMails({ keys: foundation.serverKeys, choices: openMailChoices(database), now: foundation.now }, token),
      choices: () => foundation.place.portalEntry('/notifications'),
    },
    ...(tracing && { tracing: { tracing, isBehindProxy: config.trustedProxies > 0 } }),
    csc,
  })
}

export const composeWorkerHttp = ({ log, metrics }: Foundation, standing: Standing): FastifyInstance =>
  buildWorkerServer(log.child({ name: 'http' }), { ...standing, scrape: () => metrics.scrape() })
