/** What people allow applications: the authorisation page's calls and the API of the Cloud Signature Consortium. */
import { DatabaseGrantStore } from '../adapters/database/grants/grant-store.ts'
import { openCallingClients, openPushedRequests } from '../adapters/database/grants/calling-clients.ts'
import { DatabaseClientStore } from '../adapters/database/sessions/client-store.ts'
import { digestSigner } from '../adapters/signatures/digest-signer.ts'
import type { FactorChecks } from './factors.ts'
import type { Foundation } from './foundation.ts'
import type { SigningPorts } from './signing.ts'
import type { CscPorts } from '../http/csc/csc-ports.ts'
import { isMade } from '../modules/grants/made-keys.ts'
import { provePassword, type LogInPorts } from '../modules/sessions/log-in.ts'
import { chooseCertificate, requireHolder } from '../modules/signing/key/choose-certificate.ts'
import { openVaultKey } from '../modules/signing/key/open-vault-key.ts'
import { requestCode } from '../modules/signing/key/request-code.ts'

export function composeGrants(
  { place, database, serverKeys, log, now }: Foundation,
  sessions: Pick<LogInPorts, 'accounts' | 'passwords' | 'log' | 'now'> & Pick<FactorChecks, 'requireFactorBeside'>,
  signing: SigningPorts,
): CscPorts {
  const choose = (userId: string, certificateId: string) => chooseCertificate(signing, { userId, certificateId })
  return {
    // Where the system chooses the port, the address is known only once the server listens.
    get publicUrl() {
      return place.publicUrl
    },
    portalEntry: place.portalEntry,
    store: new DatabaseGrantStore(database, serverKeys),
    clients: openCallingClients(database),
    pushed: openPushedRequests(database),
    directory: new DatabaseClientStore(database),
    certificates: signing.certificates,
    files: signing.files,
    unknownHolders: signing.unknownHolders,
    codes: signing.codes,
    providers: signing.providers,
    people: signing.people,
    texts: signing.texts,
    digests: digestSigner,
    provePassword: (credentials) => provePassword(sessions, credentials),
    requireFactor: sessions.requireFactorBeside,
    chooseCertificate: choose,
    requireHolder: (certificate, confirmed) => requireHolder(signing, certificate, confirmed),
    findAnswering: async (userId, certificateId) => {
      const found = await signing.certificates.find(userId, certificateId)
      const hasSigned = found && isMade(found) && (await signing.mayUse(userId, found.type))
      return hasSigned ? found : choose(userId, certificateId)
    },
    mayUse: signing.mayUse,
    openKey: (certificate, pin) => openVaultKey(signing, certificate, pin),
    sendCode: async (userId, certificateId) => {
      await requestCode(signing, { userId, certificateId })
    },
    log,
    now,
  }
}
