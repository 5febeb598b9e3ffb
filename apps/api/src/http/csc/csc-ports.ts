import type { CheckRequest } from '../../modules/authorisations/check-request.ts'
import type { ExplicitAuthorisation } from '../../modules/authorisations/authorise-explicitly.ts'
import type { GiveCode } from '../../modules/authorisations/give-code.ts'
import type { ListCredentials } from '../../modules/authorisations/list-credentials.ts'
import type { SignHashes } from '../../modules/authorisations/sign-hashes.ts'
import type { ClientDirectory } from '../../modules/sessions/ports.ts'

/** Everything that the authorisation page and the API of the Cloud Signature Consortium stand on. */
export type CscPorts = CheckRequest &
  GiveCode &
  ExplicitAuthorisation &
  ListCredentials &
  SignHashes & {
    /** Where browsers and applications find this server. */
    readonly publicUrl: string
    /** Who a program with a secret is. */
    readonly directory: ClientDirectory
    /** Has a code sent to the person's phone. Throws PortalError. */
    readonly sendCode: (userId: string, certificateId: string) => Promise<void>
  }
