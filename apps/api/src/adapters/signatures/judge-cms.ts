import { PortalError } from '@rubrica/domain'
import {
  type AnsweredCms,
  type CertificateFacts,
  checkAnsweredCms,
  checkTimestampToken,
  classifyCertificate,
  orderChain,
  validateCertificate,
  CodedError,
} from '@rubrica/pki'
import type { CameAlong, CmsJudge, JudgedCms } from '../../modules/on-demand/ports.ts'

export interface CmsJudgeNeeds {
  /** DER of the authorities whose certificates sign documents. */
  readonly trustAnchors: readonly Uint8Array[]
  /** DER of those whose timestamps count. */
  readonly timestampAnchors: readonly Uint8Array[]
  readonly now: () => Date
}

/** Judges CMS from outside by the same authorities that documents are validated by. */
export function openCmsJudge(needs: CmsJudgeNeeds): CmsJudge {
  return {
    isReady: needs.trustAnchors.length > 0,
    judge: (cms, { digest, digestAlgorithm, cameAlong }) => {
      try {
        return judgeAnswer(needs, checkAnsweredCms(cms, { digest, digestAlgorithm }), cameAlong)
      } catch (error) {
        if (error instanceof CodedError) throw refused(faultOf(error), error)
        throw error
      }
    },
  }
}

const faultOf = ({ code, facts: { fault } }: CodedError) => (typeof fault === 'string' ? fault : code)

const refused = (reason: string, cause?: unknown) =>
  new PortalError('PROVIDER_SIGNATURE_REFUSED', 'What the provider answered is no signature to rely on', {
    facts: { Reasons: [reason] },
    cause,
  })

function judgeAnswer(needs: CmsJudgeNeeds, answered: AnsweredCms, cameAlong: CameAlong): JudgedCms {
  const { certificate, others } = answered
  const stampedAt = findTrustedTime(needs, answered)
  // Such certificates live for minutes: a timestamp says when it signed, without one it has to be valid still.
  const time = stampedAt ?? needs.now()
  const chain = orderChain(certificate, [...others, ...needs.trustAnchors])
  const facts = requireSuitable(certificate, chain, time)
  requireTrusted(needs, answered, { cameAlong, time })
  const { subject: dn, commonName, serialNumber, notBefore, notAfter, key } = facts
  const keyAlgorithm = key.curve ?? `${key.type}-${key.bits}`
  const made = { certificate, chain, dn, commonName: commonName ?? dn, serialNumber, notBefore, notAfter, keyAlgorithm }
  return { made, isStamped: stampedAt !== undefined }
}

/** When a timestamp that came along was made, if it is of an authority that is believed. */
function findTrustedTime(needs: CmsJudgeNeeds, { timestamp, signature, others }: AnsweredCms): Date | undefined {
  if (timestamp === null) return undefined
  const expected = { message: signature, trustAnchors: needs.timestampAnchors, issuers: others }
  try {
    return checkTimestampToken(timestamp, expected).time
  } catch (error) {
    if (error instanceof CodedError) return undefined
    throw error
  }
}

function requireSuitable(certificate: Uint8Array, chain: readonly Uint8Array[], time: Date): CertificateFacts {
  const { facts, reasons } = classifyCertificate(certificate, chain, time)
  if (facts && reasons.length === 0) return facts
  throw refused(reasons[0] ?? 'CERTIFICATE_DAMAGED')
}

function requireTrusted(
  { trustAnchors: anchors }: CmsJudgeNeeds,
  { certificate, others }: AnsweredCms,
  { cameAlong, time }: { readonly cameAlong: CameAlong; readonly time: Date },
): void {
  const evidence = { certificates: others, ...cameAlong }
  const { fault } = validateCertificate({ certificate, anchors, evidence, time, purpose: 'document-signing' })
  // Whether it was revoked is settled for the long-term form, with what the issuer says then.
  if (fault !== null && fault !== 'REVOCATION_UNKNOWN') throw refused(fault)
}
