import { isIP } from 'node:net'
import { isSameCertificateType } from '@rubrica/domain'
import { announceCertificate } from '../../modules/signing/elsewhere/announce-certificate.ts'
import { LOCAL_TYPE } from '../../modules/signing/elsewhere/announced.ts'
import {
  completeLocalSignature,
  type CompleteLocalSignature,
} from '../../modules/signing/elsewhere/complete-local-signature.ts'
import { findPresignature } from '../../modules/signing/elsewhere/find-presignature.ts'
import type { Whereabouts } from '../../modules/signing/ports.ts'
import { actingAs, requireOwnSigners } from '../bind/admit-caller.ts'
import type { Handlers } from '../bind/call-types.ts'
import { fieldRefusal } from '../bind/validate-input.ts'

type LocalSignatureCalls = 'announceLocalCertificate' | 'presignature' | 'completeLocalSignature'

export function localSignatureHandlers(needs: CompleteLocalSignature): Pick<Handlers, LocalSignatureCalls> {
  return {
    announceLocalCertificate: async ({ caller, params, body }) => {
      if (!isSameCertificateType(body.CertType, LOCAL_TYPE)) throw fieldRefusal('CertType', 'is local')
      await announceCertificate(needs, {
        ...actingAs(caller),
        signerId: params.signerGuid,
        certificates: body.CertsData,
        accessMethod: body.AccessMethod,
        acceptChanges: body.AcceptChanges,
        acceptedDisclaimer: body.AcceptedDisclaimer,
      })
      return null
    },
    presignature: async ({ caller, query }) => {
      requireOwnSigners(caller, [query.SignatureId])
      const attributes = await findPresignature(needs, { ...actingAs(caller), signerId: query.SignatureId })
      return { PreSignatureContentDNIe: Buffer.from(attributes).toString('base64') }
    },
    completeLocalSignature: async ({ caller, params, headers, body }) => {
      await completeLocalSignature(needs, {
        ...actingAs(caller),
        signerId: params.signerGuid,
        value: readValue(body.Signature),
        accessMethod: body.AccessMethod,
        whereabouts: readWhereabouts(body),
        attemptKey: headers['idempotency-key'],
      })
      return null
    },
  }
}

const ENCODED = /^[A-Za-z0-9+/_-]{2,}={0,2}$/

/** base64, or base64url as the application writes it. */
export function readValue(text: string): Uint8Array {
  if (!ENCODED.test(text)) throw fieldRefusal('Signature', 'is base64')
  return new Uint8Array(Buffer.from(text, 'base64'))
}

const HAS_CONTROLS = /\p{Cc}/u

interface SentWhereabouts {
  readonly IpAddress?: string | undefined
  readonly Location?: string | undefined
  readonly From?: string | undefined
}

/** What others have reported to the browser: it proves nothing, and is kept as it came. */
export function readWhereabouts({ IpAddress = '', Location = '', From }: SentWhereabouts): Whereabouts {
  if (IpAddress !== '' && isIP(IpAddress) === 0) throw fieldRefusal('IpAddress', 'is an IP address')
  if (HAS_CONTROLS.test(Location)) throw fieldRefusal('Location', 'is one line of text')
  return {
    ...(IpAddress !== '' && { ipAddress: IpAddress }),
    ...(Location.trim() !== '' && { location: Location.trim() }),
    ...(From !== undefined && { from: From }),
  }
}
