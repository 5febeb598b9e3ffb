/** Everything between the choice of a certificate and the signed document. */
import { certificateFiles } from './adapters/certificate-files/open-certificate-files.ts'
import { DatabaseBatchStore } from './adapters/database/batch-store.ts'
import { DatabaseCertificateStore } from './adapters/database/certificate-store.ts'
import { DatabaseCodeStore } from './adapters/database/code-store.ts'
import { DatabasePreparationStore } from './adapters/database/preparation-store.ts'
import { DatabaseSessionStore } from './adapters/database/session-store.ts'
import { openSignedTails } from './adapters/database/signed-tails.ts'
import { openSigningPeople } from './adapters/database/signing-people.ts'
import { DatabaseSigningStore } from './adapters/database/signing-store.ts'
import { DatabaseUserStore } from './adapters/database/user-store.ts'
import { dieAtFailpoint } from './adapters/failpoints/die-at-failpoint.ts'
import { archiveAfterSignature, type ArchiveLater } from './adapters/jobs/archive-later.ts'
import type { TellSigners } from './adapters/jobs/tell-people.ts'
import { openKeyVault } from './adapters/key-vault/wrapped-keys.ts'
import { openSignatureMaker } from './adapters/signatures/open-signature-maker.ts'
import { openSmsSender } from './adapters/sms/http-sms-sender.ts'
import { openStandardDisclaimers } from './adapters/texts/standard-disclaimers.ts'
import { openSigningTexts } from './adapters/texts/write-signing-texts.ts'
import { composeTimestamps, type TrustedWork } from './compose-archiving.ts'
import type { Foundation } from './compose-foundation.ts'
import { composeAccounts } from './compose-use-cases.ts'
import { openAccount } from './modules/provider-accounts/open-account.ts'
import type { CloseSessions } from './modules/signing/close-sessions.ts'
import { KeptKeys } from './modules/signing/kept-keys.ts'
import { PreparedAhead } from './modules/signing/prepare-ahead.ts'
import type { OpenSession } from './modules/signing/open-session.ts'
import type { PrepareBatch } from './modules/signing/prepare-batch.ts'
import type { RequestCode } from './modules/signing/request-code.ts'
import type { SignDocument } from './modules/signing/sign-document.ts'
import { mayUse } from './modules/users/may-use.ts'
import { requireUnchanged } from './modules/validation/require-unchanged.ts'

export type SigningPorts = SignDocument & PrepareBatch & RequestCode & OpenSession & CloseSessions

/** What a signature sets off. */
export interface AfterSigning {
  /** How the signers that it calls learn of it. */
  readonly tell: TellSigners
  readonly archiveLater: ArchiveLater
}

export function composeSigning(
  foundation: Foundation,
  { workers, trust, validation }: TrustedWork,
  { tell, archiveLater }: AfterSigning,
): SigningPorts {
  const { config, database, serverKeys, objects, bytes, replica, log, now } = foundation
  const here = import.meta.url
  const accounts = composeAccounts(foundation)
  const reach = dieAtFailpoint(config.failpoint)
  const timestamps = composeTimestamps(foundation, trust)
  return {
    ...composeStores(foundation),
    unchanged: requireUnchanged(validation),
    // The build puts the catalogues beside the bundle.
    standard: openStandardDisclaimers(here.endsWith('.ts') ? undefined : new URL('./catalogues/', here)),
    files: certificateFiles,
    unknownHolders: config.unknownHolders,
    vault: openKeyVault(serverKeys),
    mayUse: mayUseType(foundation),
    signing: new DatabaseSigningStore(database, {
      reach,
      owed: replica.owed,
      tell,
      archive: {
        later: archiveAfterSignature(archiveLater, config.archive.delayMs),
        delayMs: config.archive.delayMs,
      },
    }),
    documents: bytes,
    tails: openSignedTails(database, objects),
    maker: openSignatureMaker({ workers: workers.structure, timestamps }),
    keptKeys: new KeptKeys(),
    preparedAhead: new PreparedAhead(),
    people: openSigningPeople(database),
    texts: openSigningTexts(
      config.portal.defaultLanguage,
      here.endsWith('.ts') ? undefined : new URL('./catalogues/', here),
    ),
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
    sessions: new DatabaseSessionStore(database, serverKeys),
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
