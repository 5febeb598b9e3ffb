import { FileQuestion, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { verdictOfFile, type Worst } from './verdict-of-file.ts'
import type { Verification } from './verify-file.ts'
import styles from './verify.module.css'

const ICONS = { good: ShieldCheck, warn: ShieldQuestion, bad: ShieldAlert, info: FileQuestion } as const

interface VerdictProps {
  result: Verification
  /** Of all its signatures together. */
  worst: Worst
  fileName: string
  /** Compares it with the document that a code leads to. */
  wanted: string | null
}

/** One sentence, and beside it what changed since, where the file comes from, and whether it is the one of the code. */
export function Verdict({ result, worst, fileName, wanted }: VerdictProps) {
  const t = useText()
  const { tone, text, count, since } = verdictOfFile(result.Found, worst)
  const Icon = ICONS[tone]
  return (
    <div className={styles.verdict} data-tone={tone}>
      <Icon size={28} aria-hidden />
      <div>
        <h2>{t(text, { count })}</h2>
        {since && <p>{t(`verify.since.${since}`)}</p>}
        <p>{t(`verify.issued.${result.Issued}`)}</p>
        {wanted !== null && <p>{t(result.Check === wanted ? 'verify.code.same' : 'verify.code.other')}</p>}
        <p className="muted">{fileName}</p>
      </div>
    </div>
  )
}
