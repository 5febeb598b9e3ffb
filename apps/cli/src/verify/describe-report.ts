import type { Change, SignatureReport, ValidationReport } from '@rubrica/pades'
import { printable } from '../printable.ts'
import {
  CHANGES,
  FAULTS,
  INDICATIONS,
  INTEGRITY,
  LEVELS,
  RULES,
  SUB_INDICATIONS,
  TRUST,
  WARNINGS,
} from './validation-words.ts'

/** The answer of `verify --json`. Where nobody signed, nothing says that the document is what it was. */
export function toJson(report: ValidationReport): Readonly<Record<string, unknown>> {
  const isUnsigned = report.signatures.length === 0
  return {
    integrity: isUnsigned && report.integrity === 'intact' ? 'suspicious' : report.integrity,
    trust: report.trust,
    signatures: report.signatures.map((signature) => ({
      field: signature.field,
      signer: signature.signer,
      indication: signature.indication,
      subIndication: signature.subIndication,
      level: signature.level,
      signedAt: signature.signedAt,
      provedAt: signature.provedAt,
      coversRevision: signature.coversRevision,
      changes: signature.changes.map(({ what, object, page, justifiedBy }) => ({ what, object, page, justifiedBy })),
    })),
    warnings: isUnsigned ? [...report.warnings, 'NO_SIGNATURES'] : report.warnings,
  }
}

/** The report in sentences, one line each. */
export function describeReport(file: string, report: ValidationReport): string {
  const warnings = report.warnings.map((code) => `  ${WARNINGS[code] ?? code}`)
  const isUnsigned = report.signatures.length === 0
  const isBare = isUnsigned && report.integrity === 'intact'
  const summary = `${file}: ${isBare ? 'nothing vouches for the document.' : INTEGRITY[report.integrity]}`
  if (isUnsigned) return lines([summary, ...warnings, `  ${WARNINGS['NO_SIGNATURES']}`])
  const signatures = report.signatures.flatMap((signature, index) => describeSignature(signature, index, report))
  return lines([summary, `  ${TRUST[report.trust]}`, ...warnings, ...signatures])
}

const lines = (all: readonly string[]): string => `${all.join('\n')}\n`

function describeSignature(signature: SignatureReport, index: number, report: ValidationReport): readonly string[] {
  const { signer, indication, subIndication, level, faults } = signature
  const why = subIndication === null ? '' : ` ${SUB_INDICATIONS[subIndication]} (${subIndication})`
  return [
    '',
    `${index + 1}. ${kindOf(signature)} ${signer === null ? 'by nobody who can be named' : `by ${printable(signer)}`}`,
    `   ${INDICATIONS[indication]}${why}`,
    `   Level: ${LEVELS[level]}`,
    ...describeTimes(signature),
    `   ${describeCoverage(signature, report.revisions)}`,
    ...describeFaults(faults),
    ...describeChanges(signature.changes),
  ]
}

function kindOf({ kind, field }: SignatureReport): string {
  const name = field === '' ? 'without a field' : `in field "${printable(field)}"`
  return `${kind === 'signature' ? 'Signature' : 'Document timestamp'} ${name}`
}

function describeTimes({ signedAt, provedAt, kind }: SignatureReport): readonly string[] {
  const claimed = kind === 'signature' && signedAt ? [`   Claims to be signed at ${signedAt.toISOString()}.`] : []
  return [
    ...claimed,
    provedAt
      ? `   A timestamp proves that it existed at ${provedAt.toISOString()}.`
      : '   No valid timestamp proves when it was made.',
  ]
}

function describeCoverage({ coversRevision, coversWholeFile }: SignatureReport, revisions: number): string {
  if (coversRevision === null) return 'It covers no complete revision of the document.'
  if (coversWholeFile) return 'It covers the whole file.'
  return `It covers revision ${coversRevision} of ${revisions}.`
}

const describeFaults = (faults: readonly string[]): readonly string[] =>
  [...new Set(faults)].map((code) => `   ${FAULTS[code] ?? describeTimestampFault(code)}`)

/** What is wrong with a timestamp has its own code. */
function describeTimestampFault(code: string): string {
  const cause = FAULTS[code.replace(/^TIMESTAMP_/, '')]
  return cause ? `A timestamp proves nothing: ${cause}` : `A timestamp proves nothing (${code}).`
}

/** Several like changes, such as those of one form, are one line. */
function describeChanges(changes: readonly Change[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const change of changes) {
    const line = describeChange(change)
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => `   ${line}${count > 1 ? ` (${count} times)` : ''}`)
}

function describeChange({ what, page, revision, justifiedBy }: Change): string {
  const where = page === null ? '' : ` on page ${page}`
  const rule = justifiedBy === null ? 'NOT ALLOWED' : `allowed: ${RULES[justifiedBy]}`
  return `Changed in revision ${revision}${where}: ${CHANGES[what]} (${rule}).`
}
