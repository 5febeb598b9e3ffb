/**
 * Whether a certificate was revoked at the time asked, from all the evidence there is.
 *
 * Any proof of a revocation outweighs all other findings, whatever their dates, except for a certificate that was only
 * on hold and that later evidence shows to be free again before the time asked.
 *
 * ETSI EN 319 102-1 §5.2.6.4, RFC 9608 §4, RFC 6960 §4.2.2.2.1.
 */
import { OID } from '../der/object-identifiers.ts'
import type { PathCertificate } from '../path/path-certificate.ts'
import type { RevocationStatus } from './evidence.ts'
import { judgeCrls } from './judge-crls.ts'
import { judgeOcspResponses } from './judge-ocsp-responses.ts'
import { type Finding, HOLD, type StatusQuestion, UNKNOWN_CAUSES } from './status-question.ts'

type Good = Extract<Finding, { status: 'good' }>
type Revoked = Extract<Finding, { status: 'revoked' }>

export function judgeRevocation(question: StatusQuestion): RevocationStatus {
  const why = findExemption(question.certificate)
  if (why) return { status: 'exempt', why }
  const { underJudgement } = question.inquiry
  if (underJudgement.includes(question.certificate)) return { status: 'unknown', why: 'NO_EVIDENCE' }
  underJudgement.push(question.certificate)
  const findings = [...judgeOcspResponses(question), ...judgeCrls(question)]
  underJudgement.pop()
  return conclude(findings, question.time)
}

/**
 * Statements by which an authority frees a certificate from checks; an authority cannot be freed, and nocheck frees
 * responders.
 */
function findExemption({ extensions }: PathCertificate) {
  if (extensions.basicConstraints?.isCa) return null
  if (extensions.hasNoRevocation) return 'NO_REVOCATION_AVAILABLE' as const
  if (extensions.hasValidityAssured) return 'VALIDITY_ASSURED' as const
  const isResponder = extensions.purposes?.oids.includes(OID.ekuOcspSigning) === true
  return isResponder && extensions.hasNoCheck ? ('OCSP_NOCHECK' as const) : null
}

function conclude(findings: readonly Finding[], time: number): RevocationStatus {
  const newestFirst = (left: { thisUpdate: Date }, right: { thisUpdate: Date }): number =>
    right.thisUpdate.getTime() - left.thisUpdate.getTime()
  const good = findings.filter((finding): finding is Good => finding.status === 'good').sort(newestFirst)
  const revoked = findings
    .filter((finding): finding is Revoked => finding.status === 'revoked' && !isHoldOver(finding, good, time))
    .sort((left, right) => Number(left.reason === HOLD) - Number(right.reason === HOLD))[0]
  if (revoked) {
    const { status, source, at, reason } = revoked
    return { status, source, at, reason }
  }
  return good[0] ?? { status: 'unknown', why: nearestCause(findings) }
}

const isHoldOver = ({ reason, thisUpdate }: Revoked, good: readonly Good[], time: number): boolean =>
  reason === HOLD && good.some((one) => one.thisUpdate > thisUpdate && one.thisUpdate.getTime() <= time)

function nearestCause(findings: readonly Finding[]): string {
  const ranks = findings.map((finding) => (finding.status === 'unknown' ? UNKNOWN_CAUSES.indexOf(finding.why) : 0))
  return UNKNOWN_CAUSES[Math.max(0, ...ranks)] ?? 'NO_EVIDENCE'
}
