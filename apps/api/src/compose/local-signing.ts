/** Signatures by an application on the person's own PC. */
import { createGuardedFetcher } from '@rubrica/pki'
import { parsePrepared, serialisePrepared } from '@rubrica/pades'
import { openLocalCertificates } from '../adapters/certificate-files/open-local-certificates.ts'
import { DatabaseErrandStore } from '../adapters/database/errands/errand-store.ts'
import { DatabaseUserStore } from '../adapters/database/users/user-store.ts'
import type { TrustedWork } from './archiving.ts'
import type { Foundation } from './foundation.ts'
import type { SigningPorts } from './signing.ts'
import type { CompleteLocalSignature } from '../modules/signing/elsewhere/complete-local-signature.ts'
import { mayUse } from '../modules/users/may-use.ts'

/** Lists of revoked certificates come from their issuers, and are read while a person waits. */
const LARGEST_ANSWER = 8 * 1024 * 1024

export function composeLocalSigning(
  { config, database, serverKeys, replica, log }: Foundation,
  { trust }: TrustedWork,
  signing: SigningPorts,
): CompleteLocalSignature {
  const users = new DatabaseUserStore(database)
  return {
    ...signing,
    errands: new DatabaseErrandStore(database, serverKeys, replica.instance),
    preparedBytes: { write: serialisePrepared, read: parsePrepared },
    local: openLocalCertificates({
      trustAnchors: trust.anchors,
      fetcher: createGuardedFetcher({ allowedPrivateOrigins: config.privateOrigins, maxBytes: LARGEST_ANSWER }),
      log,
    }),
    maySignLocally: (userId) => mayUse(users, userId, 'Local'),
  }
}
