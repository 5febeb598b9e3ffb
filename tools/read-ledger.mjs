// Reads docs/spec/ledger.tsv.

/** @returns the ledger's header and rows, each as its columns */
export function readLedger(text) {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const [header, ...rows] = lines.map((line) => line.split('\t'))
  return { header: header ?? [], rows }
}

/** The topic of a section: `2.login` for both `2.login` and `2.login/r`, its readings. */
export const topicOf = (section) => section.replace(/\/r$/, '')
