/** Joins ports and adapters: the server as a whole, and its use cases for an operator without HTTP. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { allocateFile } from '@rubrica/pades'
import { openHistoryStore } from '../adapters/database/history/history-store.ts'
import { databaseAnswers } from '../adapters/database/connection.ts'
import { logServerKeys } from '../adapters/database/installation-log/log-server-keys.ts'
import { DatabasePersonalKeyStore } from '../adapters/database/personal-keys/personal-key-store.ts'
import { DatabaseClientStore } from '../adapters/database/sessions/client-store.ts'
import { isDatabaseOutage } from '../adapters/database/is-outage.ts'
import { DatabaseLinkStore } from '../adapters/database/signing-links/link-store.ts'
import { DatabaseUserStore } from '../adapters/database/users/user-store.ts'
import { archiveByJob } from '../adapters/jobs/archive-later.ts'
import { bulkByJob } from '../adapters/jobs/bulk-later.ts'
import { notifyByJob, type NotifyPeople } from '../adapters/jobs/notify-people.ts'
import type { Logger } from '../adapters/log/open-log.ts'
import { reportAlive, type ReplicaReport } from '../adapters/replicas/report-alive.ts'
import { openPdfWorkers } from '../adapters/pdf-workers/open-pdf-workers.ts'
import { openPrecedence } from '../adapters/precedence.ts'
import { composePublicHeads } from './audit.ts'
import { portalFolder } from './built-files.ts'
import { composeGuestSigning, composeInvitations } from './guests.ts'
import { composeBulkSends, type BulkSendWork } from './bulk-sends.ts'
import { composeGrants } from './grants.ts'
import { composeArchiving, composeShowing, composeTimestamps, openTrustedWork, type TrustedWork } from './archiving.ts'
import { composeEvidenceFiles } from './evidence-files.ts'
import { composePasswords, composeProfile } from './profile.ts'
import { composeErrandSigning } from './errand-signing.ts'
import { seedDemo } from './demo.ts'
import { openFoundation, type Foundation } from './foundation.ts'
import { openJobs, type Jobs } from './jobs.ts'
import { composeLocalSigning } from './local-signing.ts'
import { composeOnDemand } from './on-demand.ts'
import { composeLogins } from './logins.ts'
import { composeMails } from './mails.ts'
import { composeAccounts, composeCertificates, composeReading, composeSending, composeSessions } from './use-cases.ts'
import { composeSigningLinks } from './signing-links.ts'
import { composeSentList, type SentListPorts } from './sent-list.ts'
import { composeSigning, type SigningPorts } from './signing.ts'
import { addressOfCode, composeVerification } from './verification.ts'
import type { Config } from '../config/config.ts'
import type { Handlers } from '../http/bind/call-types.ts'
import type { CscPorts } from '../http/csc/csc-ports.ts'
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
import { guestHandlers } from '../http/routes/guests.ts'
import { bulkSendHandlers } from '../http/routes/bulk-sends.ts'
import { certificateHandlers } from '../http/routes/certificates.ts'
import { disclaimerHandlers } from '../http/routes/disclaimers.ts'
import { documentSignatureHandlers } from '../http/routes/document-signatures.ts'
import { loginHandlers } from '../http/routes/logins.ts'
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
import { ivnosysHandlers } from '../http/routes/ivnosys.ts'
import { localSignatureHandlers } from '../http/routes/local-signature.ts'
import { signingHandlers } from '../http/routes/signing.ts'
import { signingLinkHandlers } from '../http/routes/signing-links.ts'
import { swisscomHandlers } from '../http/routes/swisscom.ts'
import { templateHandlers } from '../http/routes/templates.ts'
import { uploadHandlers } from '../http/routes/uploads.ts'
import { userHandlers } from '../http/routes/users.ts'
import { verificationCodeHandlers } from '../http/routes/verification-codes.ts'
import { verificationHandlers } from '../http/routes/verification.ts'
import { verifyKey } from '../modules/personal-keys/verify-key.ts'
import type { Providers } from '../modules/provider-accounts/ports.ts'
import type { SigningStore } from '../modules/signing/ports.ts'
import { ObjectError } from '../ports/object-store.ts'

export interface ServerProcess extends AsyncDisposable {
  readonly log: Logger
  /** Starts to listen. @returns the address. */
  listen(): Promise<string>
  /** Ends what is under way, takes nothing new, and closes everything. */
  close(): Promise<void>
}

export interface ComposeOptions {
  readonly log?: Logger
  /** Without them every provider is off. */
  readonly providers?: Providers
  readonly onLost?: (error: unknown) => void
}

const WITHOUT_TIMESTAMPS =
  'No TSA_URL is set: signatures are PAdES-BASELINE-B, which prove nothing once their certificate is over, and no ' +
  'document becomes long-term.'

/** The server, complete but not listening yet. */
export async function composeServer(config: Config, options: ComposeOptions = {}): Promise<ServerProcess> {
  const foundation = await openFoundation({ config, role: 'server', ...options })
  const workers = openPdfWorkers(config.pdfWorkers)
  let jobs: Jobs | undefined
  let report: ReplicaReport | undefined
  try {
    await logServerKeys(foundation.database, foundation.serverKeys, foundation)
    const trusted = await openTrustedWork(foundation, workers)
    if (config.demo) await foundation.opened.alone(() => seedDemo(foundation, trusted))
    const later = await openJobs(foundation, composeTimestamps(foundation, trusted.trust))
    jobs = later
    const notify = notifyByJob(later.queue, config.senderMailDelayMs)
    const archiveLater = archiveByJob(later.queue)
    const signing = composeSigning(foundation, trusted, { notify, archiveLater })
    const archiving = composeArchiving(foundation, trusted, archiveLater)
    if (!config.timestamps) foundation.log.warn(WITHOUT_TIMESTAMPS)
    const sessions = composeSessions(foundation)
    report = await takePart(foundation, signing.signing)
    const csc = composeGrants(foundation, sessions, signing)
    const sending = composeSentList(foundation, composeSending(foundation, workers, notify), bulkByJob(later.queue))
    const evidence = await composeEvidenceFiles(foundation, trusted)
    const { queue, mailer } = later
    const bulkSends = composeBulkSends(foundation, sending, queue)
    const parts = { foundation, trusted, sessions, notify, queue, mailer, signing, sending, bulkSends, csc, evidence }
    const handlers = composeHandlers(parts)
    const app = await composeHttp(foundation, { sessions, csc, handlers })
    const close = async (): Promise<void> => {
      await app.close()
      signing.keptKeys.forgetAll()
      await later.stop()
      await report?.stop()
      await workers.close()
      await foundation[Symbol.asyncDispose]()
    }
    const open = async () => {
      const url = await listen(app, config)
      // Where the system chose the port, the address is known only now.
      if (config.http.port === 0 && foundation.place.publicUrl.endsWith(':0')) foundation.place.publicUrl = url
      await later.start({ archiving, evidence, bulk: sending, bulkSends })
      return url
    }
    return { log: foundation.log, listen: open, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await jobs?.stop()
    await report?.stop()
    await workers.close()
    await foundation[Symbol.asyncDispose]()
    throw error
  }
}

interface HandlerParts {
  readonly foundation: Foundation
  readonly trusted: TrustedWork
  readonly sessions: SessionRoutePorts
  readonly notify: NotifyPeople
  readonly queue: Jobs['queue']
  readonly mailer: Jobs['mailer']
  readonly signing: SigningPorts
  readonly sending: SentListPorts
  readonly bulkSends: BulkSendWork
  readonly csc: CscPorts
  readonly evidence: Awaited<ReturnType<typeof composeEvidenceFiles>>
}

/** Strangers have their files looked at between signatures, and wait at most so long for that. */
const STRANGERS_WAIT = { quietMs: 150, mostMs: 2000 }

function composeHandlers(parts: HandlerParts): Handlers {
  const { foundation, trusted, sessions, notify, queue, mailer, signing, csc } = parts
  const { workers } = trusted
  const users = new DatabaseUserStore(foundation.database)
  const reading = composeReading(foundation, workers, notify)
  const showing = composeShowing(foundation, trusted, reading)
  const accounts = composeAccounts(foundation)
  const precedence = openPrecedence(STRANGERS_WAIT)
  const verification = composeVerification(foundation, trusted, precedence)
  const sending = { ...parts.sending, fileLimit: foundation.config.intakeLimit }
  return {
    ...sessionHandlers(sessions, csc),
    ...loginHandlers(composeLogins(foundation, sessions.tokens)),
    ...passwordHandlers(composePasswords(foundation, sessions, queue)),
    ...grantHandlers(csc),
    ...userHandlers({ users, themes: users, memberships: users, provesPhones: foundation.config.sms !== undefined }),
    ...profileHandlers(composeProfile(foundation, workers, mailer)),
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
    ...placesHandlers({ ...sending, answerPages: reading.answerPages }),
    ...uploadHandlers({ ...sending, answerPages: reading.answerPages }),
    ...draftHandlers({ ...sending, mails: composeMails(foundation) }),
    ...templateHandlers({ ...sending, cursors: openPageCursors(foundation.serverKeys) }),
    ...contactHandlers({ ...sending, cursors: openPageCursors(foundation.serverKeys) }),
    ...bulkSendHandlers({ ...parts.bulkSends, cursors: openPageCursors(foundation.serverKeys) }),
    ...personalKeyHandlers({ keys: new DatabasePersonalKeyStore(foundation.database), now: foundation.now }),
    ...signingLinkHandlers(composeSigningLinks(foundation, sessions.tokens)),
    ...precedence.over({
      ...guestHandlers(
        composeInvitations(foundation, { ...sessions, mailer, notify }),
        composeGuestSigning(foundation, signing),
      ),
      ...signingHandlers(signing, csc),
      ...swisscomHandlers(composeOnDemand(foundation, signing, { trust: trusted.trust, store: csc.store })),
      ...ivnosysHandlers(accounts, composeErrandSigning(foundation, accounts, signing)),
      ...localSignatureHandlers(composeLocalSigning(foundation, trusted, signing)),
    }),
    ...auditHeadHandlers(composePublicHeads(foundation)),
  }
}

interface HttpParts {
  readonly sessions: SessionRoutePorts
  readonly csc: CscPorts
  readonly handlers: Handlers
}

function composeHttp(foundation: Foundation, { sessions, csc, handlers }: HttpParts): Promise<FastifyInstance> {
  const { config, database, log, metrics } = foundation
  return buildServer({
    log: log.child({ name: 'http' }),
    publicUrl: config.http.publicUrl,
    addressNow: () => foundation.place.publicUrl,
    trustedProxies: config.trustedProxies,
    portal: describePortal(config),
    portalOrigins: config.environments.portalOrigins,
    portalFolder,
    rateLimits: config.rateLimits,
    handlers,
    authorities: {
      tokens: sessions.tokens,
      clients: new DatabaseClientStore(database),
      memberships: new DatabaseUserStore(database),
      verifyKey: (key) => verifyKey({ keys: new DatabasePersonalKeyStore(database), now: foundation.now }, key),
      publicClientId: config.portal.clientId,
    },
    fileLimit: config.intakeLimit,
    bodyPauseMs: config.bodyPauseMs,
    allocate: allocateFile,
    frameOriginsOf: (linkId) => new DatabaseLinkStore(database).frameOriginsOf(linkId),
    errors: { isOutage, onBug: () => metrics.happened('bug') },
    operations: {
      readiness: {
        database: () => databaseAnswers(database),
        objects: () => storeAnswers(foundation),
      },
      scrape: () => metrics.scrape(),
    },
    requests: { answered: (request) => metrics.answered(request) },
    csc,
  })
}

const isOutage = (error: unknown) =>
  isDatabaseOutage(error) || (error instanceof ObjectError && error.code === 'OBJECT_STORE_FULL')

/** What is signed has to be written: a full disk reads still. @returns why it does not, if so */
async function storeAnswers({ store }: Foundation): Promise<true | string> {
  return store.tryWriting().then(
    () => true,
    (error: unknown) => (error instanceof ObjectError ? 'The disk is full.' : 'Objects cannot be written.'),
  )
}

/** Reports that this server is alive, makes up for what it owes, and frees what servers held that are not. */
function takePart({ opened, replica, log, now }: Foundation, signing: SigningStore): Promise<ReplicaReport> {
  const onReported = async () => {
    const made = await replica.owed.settle()
    if (made > 0) log.warn({ made }, 'What was held when the database went away was let go of.')
    const released = await signing.releaseExpired(now())
    if (released > 0) log.warn({ released }, 'Signings of a process that died were let go.')
  }
  return reportAlive({ database: opened.upkeep, instance: replica.instance, log, onReported })
}

async function listen(app: FastifyInstance, { http }: Config): Promise<string> {
  await app.listen({ host: http.host, port: http.port })
  const { port } = app.server.address() as AddressInfo
  const host = http.host === '0.0.0.0' || http.host === '::' ? '127.0.0.1' : http.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
