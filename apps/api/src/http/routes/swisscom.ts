import { completeMadeKey, requestMadeKey, type MadeKeys } from '../../modules/grants/made-keys.ts'
import type { AskedPerson } from '../../modules/on-demand/ports.ts'
import { showIdentity, type ShowIdentity } from '../../modules/on-demand/show-identity.ts'
import { completeSignature, requestSignature, type SignOnDemand } from '../../modules/on-demand/sign-on-demand.ts'
import { actingAs } from '../bind/admit-caller.ts'
import type { Handlers } from '../bind/call-types.ts'

type SwisscomCalls =
  'swisscomIdentity' | 'requestSwisscom' | 'completeSwisscom' | 'requestSwisscomHash' | 'completeSwisscomHash'

/** The provider of these calls, whose names are the specification's. */
const certType = 'swisscom'

const toRequest = ({ requestId, consentUrl }: AskedPerson) => ({ RedirectURL: consentUrl, RequestID: requestId })

export function swisscomHandlers(ports: SignOnDemand & ShowIdentity & MadeKeys): Pick<Handlers, SwisscomCalls> {
  return {
    swisscomIdentity: async ({ caller }) => {
      const { dn, phone } = await showIdentity(ports, caller.userId, certType)
      return { DN: dn, Phone: phone }
    },
    requestSwisscom: async ({ caller, params, body }) =>
      toRequest(
        await requestSignature(ports, {
          ...{ ...actingAs(caller), signerId: params.signerGuid, certType },
          acceptChanges: body.AcceptChanges ?? false,
          acceptedDisclaimer: body.AcceptedDisclaimer,
          accessMethod: body.AccessMethod,
        }),
      ),
    completeSwisscom: async ({ caller, params, body }) => {
      await completeSignature(ports, {
        ...{ ...actingAs(caller), signerId: params.signerGuid, certType },
        requestId: params.requestId,
        accessMethod: body.AccessMethod,
      })
      return null
    },
    requestSwisscomHash: async ({ caller, body }) =>
      toRequest(
        await requestMadeKey(ports, {
          ...{ userId: caller.userId, certType, grantId: body.RequestId },
          hashes: body.Hash,
          hashAlgorithm: body.HashAlgorithm,
        }),
      ),
    completeSwisscomHash: async ({ caller, params }) => {
      const { requestId } = params
      const outcome = await completeMadeKey(ports, { userId: caller.userId, certType, requestId })
      if (outcome.kind === 'opened') return { SessionId: outcome.id, ExpiresAt: outcome.expiresAt.toISOString() }
      return { Signatures: outcome.signatures.map((cms) => Buffer.from(cms).toString('base64')) }
    },
  }
}
