/** A request as it is kept, sealed: plain JSON, bytes in base64. */
import type { DigestAlgorithm } from '@rubrica/pki'
import type { AccessMethod, Integrity } from '@rubrica/domain'
import type { ConnectorState } from '@rubrica/providers/connector'
import type { AcceptedDisclaimer } from '../accepted-disclaimer.ts'
import type { ErrandData } from '../errands.ts'
import type { CameAlong, Fixed } from './ports.ts'

/** What was signed, once it is. */
export interface ConsentedSignature {
  readonly signatures: readonly Uint8Array[]
  readonly cameAlong: CameAlong
}

export interface ConsentData {
  readonly fixed: Fixed
  readonly attemptKey: string
  /** Undefined while the provider is being asked for the page. */
  readonly asked?: { readonly consentUrl: string | null; readonly state: ConnectorState }
  readonly signed?: ConsentedSignature
}

interface Written extends ErrandData {
  readonly digests: readonly string[]
  readonly digestAlgorithm: DigestAlgorithm
  /** base64, as all bytes here. */
  readonly prepared?: string
  readonly claimedTime?: string
  readonly acceptedIntegrity?: Integrity
  readonly acceptedDisclaimer?: AcceptedDisclaimer
  readonly accessMethod?: AccessMethod
  /** The id of the grant. */
  readonly authorisationId?: string
  /** The id of the opened key. */
  readonly sessionId?: string
  readonly attemptKey: string
  readonly asked?: ConsentData['asked']
  readonly signed?: { readonly signatures: string[]; readonly crls: string[]; readonly ocsps: string[] }
}

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const toBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

export function writeConsent({ fixed, attemptKey, asked, signed }: ConsentData): ErrandData {
  const { prepared, grantId, openedKeyId, ...plain } = fixed
  return {
    ...plain,
    ...(grantId !== undefined && { authorisationId: grantId }),
    ...(openedKeyId !== undefined && { sessionId: openedKeyId }),
    digests: fixed.digests.map(toText),
    ...(prepared && { prepared: toText(prepared) }),
    attemptKey,
    ...(asked && { asked }),
    ...(signed && {
      signed: {
        signatures: signed.signatures.map(toText),
        crls: signed.cameAlong.crls.map(toText),
        ocsps: signed.cameAlong.ocsps.map(toText),
      },
    }),
  } satisfies Written
}

export function readConsent(data: ErrandData): ConsentData {
  const { attemptKey, asked, signed, digests, prepared, authorisationId, sessionId, ...rest } = data as Written
  return {
    fixed: {
      ...rest,
      digests: digests.map(toBytes),
      ...(prepared !== undefined && { prepared: toBytes(prepared) }),
      ...(authorisationId !== undefined && { grantId: authorisationId }),
      ...(sessionId !== undefined && { openedKeyId: sessionId }),
    },
    attemptKey,
    ...(asked && { asked }),
    ...(signed && {
      signed: {
        signatures: signed.signatures.map(toBytes),
        cameAlong: { crls: signed.crls.map(toBytes), ocsps: signed.ocsps.map(toBytes) },
      },
    }),
  }
}
