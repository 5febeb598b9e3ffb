/**
 * Compares our validation report of one file (ETSI TS 119 102-2) with what EU DSS says of its signatures: indication and
 * sub-indication of each, and of one that passes the best signature time.
 *
 * @param {object} report what JudgeReport.java printed of our report
 * @param {object} dss what JudgePdf.java printed of the file
 * @param {{ began: number, difference?: { ours: string, theirs: string } }} options `began` is when the files were first
 *   asked about, in milliseconds: a time after it is that of a validation. `difference` is one that is known: it must be
 *   there.
 * @returns {string[]} faults; none where both say the same
 */
export function compareReports(report, dss, { began, difference }) {
  if (report === undefined || dss === undefined) return ['gave no answer']
  if (!report.valid) return [`not of the schema: ${report.failure}`]
  if (dss.failure !== undefined) return [`EU DSS: ${dss.failure}`]
  const pairs = pairUp(report.signatures, dss.signatures)
  return pairs.flatMap(([ours, theirs]) => compareSignature(ours, theirs, { began, difference }))
}

/**
 * By the value of the signature. One whose form cannot be read has none in our report: those are paired in their order.
 */
function pairUp(ours, theirs) {
  const found = ours.filter(isFound)
  const byValue = new Map(theirs.map((one) => [one.value, one]))
  const known = found.filter(({ value }) => byValue.has(value))
  const taken = new Set(known.map(({ value }) => value))
  const [left, right] = [
    found.filter(({ value }) => !taken.has(value)),
    theirs.filter(({ value }) => !taken.has(value)),
  ]
  const rest = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [left[index], right[index]])
  return [...known.map((one) => [one, byValue.get(one.value)]), ...rest]
}

/** A report on a file without signatures has an indication of its own, which EU DSS reads as none. */
const isFound = ({ indication }) => indication !== 'null'

const NOTHING = 'no signature'

function compareSignature(ours, theirs, { began, difference }) {
  const said = { ours: verdictOf(ours), theirs: verdictOf(theirs) }
  if (difference !== undefined) {
    const isThere = said.ours === difference.ours && said.theirs === difference.theirs
    return isThere ? [] : [`says ${said.ours}, EU DSS ${said.theirs}: not the difference that is listed`]
  }
  if (said.ours !== said.theirs) return [`says ${said.ours}, EU DSS ${said.theirs}`]
  if (said.ours !== 'TOTAL_PASSED' || isSameTime(ours.bestTime, theirs.bestTime, began)) return []
  return [`best signature time ${ours.bestTime}, EU DSS ${theirs.bestTime}`]
}

function verdictOf(signature) {
  if (signature === undefined) return NOTHING
  const { indication, subIndication } = signature
  return subIndication === null ? indication : `${indication} ${subIndication}`
}

const SECOND = 1000

/** Ours are in whole seconds; the times of two validations differ. */
function isSameTime(ours, theirs, began) {
  const [left, right] = [Date.parse(ours), Date.parse(theirs)]
  const isOfValidation = (time) => time >= began - SECOND
  return Math.abs(left - right) < SECOND || (isOfValidation(left) && isOfValidation(right))
}
