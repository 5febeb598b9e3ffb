import type { FileFindings } from '../../shared/api/document-signatures.ts'
import type { TextKey } from '../../shared/i18n/text-keys.ts'

/** The one sentence that comes first, what it means, and what it says of later changes. */
export interface FileVerdict {
  readonly tone: 'good' | 'warn' | 'bad' | 'info'
  /** Of the catalogue, with `count` signatures. */
  readonly text: Extract<TextKey, `verify.verdicts.${string}`>
  readonly count: number
  /** Whether anything was added after the last signature; undefined where that is not the question. */
  readonly since: 'nothing' | 'allowed' | undefined
}

/** The worst that is said of a signature. */
export type Worst = 'passed' | 'unconfirmed' | 'open' | 'changed' | 'failed'

const OF_SIGNATURES = {
  passed: { tone: 'good', text: 'verify.verdicts.valid' },
  unconfirmed: { tone: 'warn', text: 'verify.verdicts.unconfirmed' },
  /** Who signed is confirmed. */
  notYetKnown: { tone: 'warn', text: 'verify.verdicts.notYetKnown' },
  open: { tone: 'warn', text: 'verify.verdicts.open' },
  changed: { tone: 'bad', text: 'verify.verdicts.changed' },
  failed: { tone: 'bad', text: 'verify.verdicts.failed' },
} as const

/** @param worst of its signatures and time stamps together */
export function verdictOfFile(found: FileFindings, worst: Worst): FileVerdict {
  const count = found.Signatures.filter(({ Kind }) => Kind === 'signature').length
  if (found.Signatures.length === 0) {
    const isReadable = found.Warnings.length === 0
    return isReadable
      ? { tone: 'info', text: 'verify.verdicts.none', count, since: undefined }
      : { tone: 'bad', text: 'verify.verdicts.damaged', count, since: undefined }
  }
  const said = found.Integrity === 'suspicious' && (worst === 'passed' || worst === 'unconfirmed') ? 'changed' : worst
  if (count === 0 && said === 'passed') {
    return { tone: 'info', text: 'verify.verdicts.timestamps', count: found.Signatures.length, since: undefined }
  }
  const isUnchanged = said === 'passed' || said === 'unconfirmed'
  const isKnown = said === 'unconfirmed' && found.Trust === 'anchored'
  const words = isKnown ? OF_SIGNATURES.notYetKnown : OF_SIGNATURES[said]
  return { ...words, count: Math.max(1, count), since: isUnchanged ? sinceOf(found) : undefined }
}

/** Time stamps and data for checking are no change of what somebody reads. */
const OF_NO_ACCOUNT = ['DOCUMENT_TIMESTAMP', 'VALIDATION_DATA']

function sinceOf({ Signatures }: FileFindings): 'nothing' | 'allowed' {
  const last = Signatures.findLast(({ Kind }) => Kind === 'signature')
  const isTouched = last?.Changes.some(({ What }) => !OF_NO_ACCOUNT.includes(What)) ?? false
  return isTouched ? 'allowed' : 'nothing'
}
