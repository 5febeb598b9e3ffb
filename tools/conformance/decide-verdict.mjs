/**
 * Joins what the judges said of one file to a list of faults; none means that the file is as it should be.
 *
 * A single verdict proves little (EU DSS passes a signature with a worthless time-stamp while its certificate is
 * valid), so level, each time-stamp, every error and warning, and the number of signatures are all held against it.
 *
 * @param {object} said answers by judge: `pdfsig`, `openssl` and `timestamps` (document time-stamps, by openssl) lists
 *   of {ok, says}, `qpdf` {ok, says}, `pyhanko` and `dss` the objects that judge_pdf.py and JudgePdf.java print, and
 *   `report` the faults of our validation report beside EU DSS's
 * @param {string} level the expected level, for example PAdES-BASELINE-T
 * @returns {Record<'pdfsig' | 'openssl' | 'pyhanko' | 'dss' | 'qpdf' | 'report', string[]>} faults by judge
 */
export function decideVerdict(said, level) {
  const count = said.openssl.length
  const stamped = level !== 'PAdES-BASELINE-B'
  const same = (list) => (list.length === count ? [] : [`sees ${list.length} of ${count} signatures`])
  const none = count === 0 ? ['there is no signature'] : []
  const { timestamps = [] } = said
  const bare = level === 'PAdES-BASELINE-LTA' && timestamps.length === 0 ? ['there is no document time-stamp'] : []
  const refused = (list) => list.filter((one) => !one.ok).map((one) => one.says || 'refused')
  return {
    pdfsig: [...same(said.pdfsig), ...refused(said.pdfsig)],
    openssl: [...none, ...bare, ...refused(said.openssl), ...refused(timestamps)],
    pyhanko: judged(said.pyhanko, same, (signature) => pyhankoFaults(signature, { level, stamped })),
    dss: judged(said.dss, same, (signature) =>
      dssFaults(signature, { level, stamped, isFilled: isFilledForm(said.pyhanko) }),
    ),
    qpdf: refused([said.qpdf]),
    report: said.report,
  }
}

function judged(answer, same, faultsOf) {
  if (answer === undefined) return ['gave no answer']
  if (answer.failure !== undefined) return [answer.failure]
  return [...same(answer.signatures), ...answer.signatures.flatMap(faultsOf)]
}

function pyhankoFaults(signature, { level, stamped }) {
  const faults = []
  if (!signature.intact || !signature.valid || !signature.trusted || !signature.bottomLine)
    faults.push(signature.summary)
  // A document time-stamp that pyHanko trusts proves the time of a signature that has none of its own.
  const { timestamp, archived = false } = signature
  const isProved = timestamp ? timestamp.valid && timestamp.trusted : archived
  if (stamped && !isProved) faults.push('time-stamp missing or not trusted')
  if (level === 'PAdES-BASELINE-LTA' && !archived) faults.push('document time-stamp not trusted')
  return faults
}

/**
 * pyHanko's strict policy finds every signature good, what came after one of them to be a form that was filled in, and
 * nothing to have come after the last but evidence and timestamps: an unsigned change has nobody who answers for it.
 */
function isFilledForm(answer) {
  const signatures = answer?.signatures ?? []
  return (
    signatures.some(({ modification }) => modification === 'FORM_FILLING') &&
    signatures.some(({ coverage, modification }) => coverage === 'ENTIRE_FILE' || modification === 'LTA_UPDATES') &&
    signatures.every(({ bottomLine }) => bottomLine)
  )
}

/**
 * EU DSS compares pictures of the pages before and after, and cannot tell a filled button from other changes: with
 * several positions the second signer's always differ. Whether the change is allowed is pyHanko's word then.
 */
const VISUAL_DIFFERENCE = 'BBB_FC_IVDBSFR_ANS'

function dssFaults(signature, { level, stamped, isFilled }) {
  const warnings = signature.warnings.filter((warning) => !(isFilled && warning.startsWith(VISUAL_DIFFERENCE)))
  const faults = [...signature.errors, ...warnings]
  if (signature.indication !== 'TOTAL_PASSED')
    faults.push(`${signature.indication} ${signature.subIndication ?? ''}`.trim())
  if (signature.level !== level) faults.push(`level ${signature.level}`)
  if (stamped && signature.timestamps.length === 0) faults.push('no time-stamp')
  for (const stamp of signature.timestamps) {
    if (stamp.indication !== 'PASSED') faults.push(`time-stamp ${stamp.indication} ${stamp.subIndication ?? ''}`.trim())
    faults.push(...stamp.errors, ...stamp.warnings)
  }
  return faults
}
