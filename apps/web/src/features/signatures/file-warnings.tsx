import { isDoubtful, type FileFindings } from '../../shared/api/document-signatures.ts'
import { findText } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'

/** Said over the buttons, and by the signature that it is about. */
const SAID_ELSEWHERE = ['SIGNATURE_BROKEN', 'CHANGES_UNJUSTIFIED']

/** What is doubtful about the file as a whole, apart from its single signatures. */
export function FileWarnings({ found }: { found: FileFindings }) {
  const t = useText()
  const general = t('signatures.warnings.OTHER')
  const codes = found.Warnings.filter((code) => !SAID_ELSEWHERE.includes(code))
  const words = codes.map((code) => findText(`signatures.warnings.${code}`) ?? general)
  if (words.length === 0) return null
  return (
    <Notice tone={isDoubtful(found) ? 'warn' : 'info'}>
      {[...new Set(words)].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}
