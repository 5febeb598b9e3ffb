import type { CheckRequest } from '../../modules/grants/check-request.ts'
import type { ExplicitGrant } from '../../modules/grants/grant-explicitly.ts'
import type { GiveCode } from '../../modules/grants/give-code.ts'
import type { ListCredentials } from '../../modules/grants/list-credentials.ts'
import type { SignHashes } from '../../modules/grants/sign-hashes.ts'
import type { ClientDirectory } from '../../modules/sessions/ports.ts'
import type { PortalEntry } from '../../ports/portal-entry.ts'

/** Everything that the authorisation page and the API of the Cloud Signature Consortium stand on. */
export type CscPorts = CheckRequest &
  GiveCode &
  ExplicitGrant &
  ListCredentials &
  SignHashes & {
    /** Where browsers and applications find this server. */
    readonly publicUrl: string
    /** Where the page is on which people decide. */
    readonly portalEntry: PortalEntry
    /** Who a program with a secret is. */
    readonly directory: ClientDirectory
    /** Has a code sent to the person's phone. Throws PortalError. */
    readonly sendCode: (userId: string, certificateId: string) => Promise<void>
  }
