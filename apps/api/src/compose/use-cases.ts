import { certificateFiles } from '../adapters/certificate-files/open-certificate-files.ts'
import { DatabaseLoginTryStore } from '../adapters/database/sessions/login-try-store.ts'
import { DatabaseApprovalStore } from '../adapters/database/approvals/approval-store.ts'
import { DatabaseAttachmentStore } from '../adapters/database/documents/attachment-store.ts'
import { openCopyStore } from '../adapters/database/copies/copy-store.ts'
import { DatabaseContactStore } from '../adapters/database/contacts/contact-store.ts'
import { DatabaseGroupStore } from '../adapters/database/contacts/group-store.ts'
import { DatabaseCertificateStore } from '../adapters/database/certificates/certificate-store.ts'
import { DatabaseDisclaimerStore } from '../adapters/database/documents/disclaimer-store.ts'
import { DatabaseRequestStore } from '../adapters/database/idempotency/request-store.ts'
import { DatabasePendingDocumentStore } from '../adapters/database/pending-documents/pending-document-store.ts'
import { DatabaseAccountStore } from '../adapters/database/provider-accounts/provider-account-store.ts'
import { DatabaseStepStore } from '../adapters/database/provider-accounts/provider-step-store.ts'
import { openPassingStore } from '../adapters/database/passing-on/passing-store.ts'
import { openChangeStore } from '../adapters/database/sending/changes/change-store.ts'
import { DatabaseSendingStore } from '../adapters/database/sending/sending-store.ts'
import { DatabaseDraftStore } from '../adapters/database/drafts/draft-store.ts'
import { DatabaseTemplateStore } from '../adapters/database/templates/template-store.ts'
import { DatabaseUploadStore } from '../adapters/database/uploads/upload-store.ts'
import { DatabaseUserStore } from '../adapters/database/users/user-store.ts'
import { openEstAuthority } from '../adapters/enrolment/est-authority.ts'
import { dieAtFailpoint } from '../adapters/failpoints/die-at-failpoint.ts'
import { openKeyVault } from '../adapters/key-vault/wrapped-keys.ts'
import { openPageImages } from '../adapters/page-images/pooled-page-images.ts'
import { Argon2Passwords } from '../adapters/passwords/argon2-passwords.ts'
import type { NotifyPeople } from '../adapters/jobs/notify-people.ts'
import { openIntakePdf } from '../adapters/pdf-workers/intake-pdf.ts'
import type { PdfWorkers } from '../adapters/pdf-workers/open-pdf-workers.ts'
import { openStandardDisclaimers } from '../adapters/texts/standard-disclaimers.ts'
import { cataloguesFolder } from './built-files.ts'
import { composeErrands } from './errands.ts'
import type { FactorChecks } from './factors.ts'
import type { Foundation } from './foundation.ts'
import { composeCallbacks } from './webhooks.ts'
import { encodePage } from '../http/routes/answer-pages.ts'
import type { CertificateRoutePorts } from '../http/routes/certificates.ts'
import type { AccountPorts } from '../http/routes/provider-accounts.ts'
import type { SessionRoutePorts } from '../http/routes/sessions.ts'
import type { ApprovalPorts } from '../modules/approvals/show-approval.ts'
import type { CopyPorts } from '../modules/copies/show-copy.ts'
import type { AttachmentPorts } from '../modules/attachments/show-attachments.ts'
import type { DisclaimerPorts } from '../modules/disclaimers/find-disclaimer.ts'
import { openAnswerPages } from '../modules/pending-documents/answer-pages.ts'
import { ReadyPages } from '../modules/pending-documents/keep-page-images.ts'
import type { RenderPagesPorts } from '../modules/pending-documents/render-pages.ts'
import { Refusals } from '../modules/provider-accounts/remember-refusals.ts'
import type { RunOnce } from '../modules/run-once.ts'
import type { SentStore } from '../modules/sending/sent/ports.ts'
import type { ChangeStore } from '../modules/sending/changes/ports.ts'
import type { PassingStore } from '../modules/sending/passing-on/ports.ts'
import type { UploadPagePorts } from '../modules/sending/uploads/draw-upload.ts'
import type { SendPorts } from '../modules/sending/send-document.ts'
import type { SigningMeansPorts } from '../modules/sending/show-signing-means.ts'
import type { UploadPorts } from '../modules/sending/uploads/upload-file.ts'
import type { DraftPorts } from '../modules/drafts/keep-drafts.ts'
import type { ContactPorts } from '../modules/contacts/keep-contacts.ts'
import type { GroupPorts } from '../modules/contacts/keep-groups.ts'
import type { TemplatePorts } from '../modules/sending/templates/keep-templates.ts'
import { openVaultKey } from '../modules/signing/key/open-vault-key.ts'
import { findUser } from '../modules/find-user.ts'
import { mayUse } from '../modules/users/may-use.ts'

/** Pages that are ready to be sent, per process: they lie outside the heap, and fill this within minutes of use. */
const READY_PAGES_BYTES = 96 * 1024 * 1024

export function composeSessions(
  { config, database, place, log, now }: Foundation,
  { tokens, needsFactor }: Pick<FactorChecks, 'tokens' | 'needsFactor'>,
): SessionRoutePorts {
  const users = new DatabaseUserStore(database)
  return {
    accounts: new DatabaseLoginTryStore(database),
    people: users,
    hideUnknownUsers: config.hideUnknownUsers,
    passwords: new Argon2Passwords(),
    tokens,
    needsFactor,
    place,
    log: log.child({ name: 'sessions' }),
    now,
  }
}

/** Everything that people look at: their documents, those they approve, and what was sent along. */
export function composeReading(
  { database, objects, bytes, now }: Foundation,
  workers: PdfWorkers,
  notify: NotifyPeople,
): RenderPagesPorts & ApprovalPorts & CopyPorts & AttachmentPorts & DisclaimerPorts {
  const store = new DatabasePendingDocumentStore(database, notify)
  return {
    store,
    documents: store,
    approvals: new DatabaseApprovalStore(database, notify),
    copies: openCopyStore(database),
    attachments: new DatabaseAttachmentStore(database, objects),
    disclaimers: new DatabaseDisclaimerStore(database),
    standard: openStandardDisclaimers(cataloguesFolder),
    bytes,
    images: openPageImages(workers.pages),
    answerPages: openAnswerPages({ ready: new ReadyPages(READY_PAGES_BYTES), encode: encodePage, now }),
    now,
  }
}

/** @param notify how signers and approvers learn of the document. */
export function composeSending(
  foundation: Foundation,
  workers: PdfWorkers,
  notify: NotifyPeople,
): SendPorts &
  SigningMeansPorts &
  UploadPorts &
  DraftPorts &
  TemplatePorts &
  ContactPorts &
  Pick<GroupPorts, 'groups'> &
  Pick<UploadPagePorts, 'images'> & {
    readonly changes: ChangeStore
    readonly passing: PassingStore
    readonly store: SentStore
  } {
  const { config, database, objects, serverKeys } = foundation
  // One thread is left for those who sign, whatever is sent meanwhile.
  const pdf = openIntakePdf(workers.structure, Math.max(1, config.pdfWorkers.threads - 1))
  const images = openPageImages(workers.pages)
  const uploads = new DatabaseUploadStore(database)
  const drafts = new DatabaseDraftStore(database, serverKeys)
  const templates = new DatabaseTemplateStore(database, serverKeys)
  const store = new DatabaseSendingStore(database, notify)
  const once = composeRunOnce(foundation)
  const changes = openChangeStore(database, { notify, reach: once.reach })
  const manifests = foundation.providers.all().map(({ manifest }) => manifest)
  const certificateTypes = [...manifests.map(({ certType }) => certType), 'Local']
  const contacts = new DatabaseContactStore(database)
  const groups = new DatabaseGroupStore(database)
  const passing = openPassingStore(database, notify)
  const stores = { store, changes, passing, uploads, drafts, templates, contacts, groups }
  return {
    ...once,
    ...stores,
    pdf,
    images,
    objects,
    manifests,
    certificateTypes,
    holdCallback: composeCallbacks(foundation, once),
  }
}

/** Requests that their callers may repeat. */
export function composeRunOnce({ config, database, replica, now }: Foundation): RunOnce {
  return {
    requests: new DatabaseRequestStore(database, replica.instance),
    leaseMs: config.signingLeaseMs,
    reach: dieAtFailpoint(config.failpoint),
    now,
  }
}

export function composeCertificates(foundation: Foundation): CertificateRoutePorts {
  const { config, database, serverKeys, replica, providers, now } = foundation
  const users = new DatabaseUserStore(database)
  const certificates = new DatabaseCertificateStore(database, replica)
  const vault = openKeyVault(serverKeys)
  const opening = { certificates, vault, reach: dieAtFailpoint(config.failpoint), now }
  return {
    certificates,
    files: certificateFiles,
    unknownHolders: config.unknownHolders,
    vault,
    mayAct: async (userId, type, action) => {
      const manifest = providers.find(type)?.manifest
      if (manifest?.certType !== type || !manifest.actions.includes(action)) return false
      return mayUse(users, userId, manifest.flag)
    },
    takesCodes: (type) => providers.find(type)?.manifest.signing.SMS !== undefined,
    isIssued: (type) => providers.find(type)?.manifest.actions.includes('issue') ?? false,
    // A type that no provider knows any more can at least be forgotten.
    isDeletable: (type) => providers.find(type)?.manifest.actions.includes('delete') ?? true,
    authority: openEstAuthority(config.enrolment),
    personOf: (userId) => findUser(users, userId),
    phoneOf: async (userId) => (await users.find(userId))?.phone ?? null,
    openKey: (certificate, pin) => openVaultKey(opening, certificate, pin),
    now,
  }
}

/** People's accounts at providers. */
export function composeAccounts(foundation: Foundation): AccountPorts {
  const { config, database, serverKeys, providers, log, now } = foundation
  return {
    ...composeErrands(foundation),
    providers,
    users: new DatabaseUserStore(database),
    accounts: new DatabaseAccountStore(database, serverKeys),
    steps: new DatabaseStepStore(database, serverKeys),
    refusals: new Refusals(),
    files: certificateFiles,
    unknownHolders: config.unknownHolders,
    log: log.child({ name: 'providers' }),
    now,
  }
}
