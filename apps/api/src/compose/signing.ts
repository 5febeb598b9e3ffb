/** Everything between the choice of a certificate and the signed document. */
import { certificateFiles } from '../adapters/certificate-files/open-certificate-files.ts'
import { DatabaseBatchStore } from '../adapters/database/signing/batch-store.ts'
import { DatabaseCertificateStore } from '../adapters/database/certificates/certificate-store.ts'
import { DatabaseCodeStore } from '../adapters/database/signing/code-store.ts'
import { DatabasePreparationStore } from '../adapters/database/signing/preparation-store.ts'
import { DatabaseSignatureSessionStore } from '../adapters/database/signing/signature-session-store.ts'
import { openSignedTails } from '../adapters/database/signing/signed-tails.ts'
import { openSigningPeople } from '../adapters/database/signing/signing-people.ts'
import { DatabaseSigningStore } from '../adapters/database/signing/signing-store.ts'
import { DatabaseUserStore } from '../adapters/database/users/user-store.ts'
import { dieAtFailpoint } from '../adapters/failpoints/die-at-failpoint.ts'
import { archiveAfterSignature, type ArchiveLater } from '../adapters/jobs/archive-later.ts'
import type { NotifyPeople } from '../adapters/jobs/notify-people.ts'
import { openKeyVault } from '../adapters/key-vault/wrapped-keys.ts'
import { openSignatureMaker } from '../adapters/signatures/open-signature-maker.ts'
import { openSmsSender } from '../adapters/sms/http-sms-sender.ts'
import { openStandardDisclaimers } from '../adapters/texts/standard-disclaimers.ts'
import { openSigningTexts } from '../adapters/texts/write-signing-texts.ts'
import { cataloguesFolder } from './built-files.ts'
import { composeTimestamps, type TrustedWork } from './archiving.ts'
import type { Foundation } from './foundation.ts'
import { composeMarks } from './verification-marks.ts'
import { composeAccounts } from './use-cases.ts'
import { openAccount } from '../modules/provider-accounts/open-account.ts'
import type { CloseSignatureSessions } from '../modules/signing/key/close-signature-sessions.ts'
import { KeptKeys } from '../modules/signing/key/kept-keys.ts'
import { PreparedAhead } from '../modules/signing/batch/prepare-ahead.ts'
import type { OpenSignatureSession } from '../modules/signing/key/open-signature-session.ts'
import type { PrepareBatch } from '../modules/signing/batch/prepare-batch.ts'
import type { RequestCode } from '../modules/signing/key/request-code.ts'
import type { SignDocument } from '../modules/signing/make/sign-document.ts'
import { mayUse } from '../modules/users/may-use.ts'
import { requireUnchanged } from '../modules/validation/require-unchanged.ts'

export type SigningPorts = SignDocument & PrepareBatch & RequestCode & OpenSignatureSession & CloseSignatureSessions

/** What a signature sets off. */
export interface AfterSigning {
  /** How the signers that it calls, and who sent the document, learn of it. */
  readonly notify: NotifyPeople
  readonly archiveLater: ArchiveLater
}

export function composeSigning(
  foundation: Foundation,
  { workers, trust, validation }: TrustedWork,
  { notify, archiveLater }: AfterSigning,
): SigningPorts {
  const { config, database, serverKeys, objects, bytes, replica, log, now } = foundation
  const accounts = composeAccounts(foundation)
  const reach = dieAtFailpoint(config.failpoint)
  const timestamps = composeTimestamps(foundation, trust)
  return {
    ...composeStores(foundation),
    unchanged: requireUnchanged(validation),
    standard: openStandardDisclaimers(cataloguesFolder),
    files: certificateFiles,
    unknownHolders: config.unknownHolders,
    vault: openKeyVault(serverKeys),
    mayUse: mayUseType(foundation),
    signing: new DatabaseSigningStore(database, {
      reach,
      owed: replica.owed,
      onExpired: () => foundation.metrics.claimsExpired(1),
      notify,
      archive: {
        later: archiveAfterSignature(archiveLater, config.archive.delayMs),
        delayMs: config.archive.delayMs,
      },
    }),
    documents: bytes,
    tails: openSignedTails(database, objects),
    maker: openSignatureMaker({ workers: workers.structure, timestamps }),
    markOf: composeMarks(foundation),
    keptKeys: new KeptKeys(),
    preparedAhead: new PreparedAhead(),
    people: openSigningPeople(database),
    texts: openSigningTexts(config.portal.defaultLanguage, cataloguesFolder),
    providers: { open: (userId, type) => openAccount(accounts, userId, type) },
    sms: openSmsSender(config.sms, log.child({ name: 'sms' })),
    reach,
    log,
    now,
    instance: replica.instance,
    leaseMs: config.signingLeaseMs,
  }
}

function composeStores({ database, serverKeys, replica }: Foundation) {
  return {
    certificates: new DatabaseCertificateStore(database, replica),
    batches: new DatabaseBatchStore(database),
    preparations: new DatabasePreparationStore(database, serverKeys),
    signatureSessions: new DatabaseSignatureSessionStore(database, serverKeys),
    codes: new DatabaseCodeStore(database, serverKeys),
  }
}

/** Whether the operator granted the type, as its provider's flag says. */
function mayUseType({ database, providers }: Foundation): SignDocument['mayUse'] {
  const users = new DatabaseUserStore(database)
  return async (userId, certificateType) => {
    const flag = providers.find(certificateType)?.manifest.flag
    return flag !== undefined && (await mayUse(users, userId, flag))
  }
}
