import type { FoundSignature } from '../../shared/api/document-signatures.ts'
import { findText } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'

/** The sentences for what is known of a signature; codes of tomorrow have general ones. */
export function useSignatureWords() {
  const t = useText()
  return {
    /** Why it does not pass; undefined when it does. */
    reason: ({ Indication, SubIndication, Changes }: FoundSignature): string | undefined => {
      if (Indication === 'TOTAL-PASSED') return undefined
      // What was changed is listed already, and nothing of the signature itself is amiss.
      const isChanged = Changes.some(({ JustifiedBy }) => JustifiedBy === null)
      if (isChanged && SubIndication === 'SIG_CONSTRAINTS_FAILURE') return undefined
      const general = t(Indication === 'TOTAL-FAILED' ? 'signatures.reasons.FAILED' : 'signatures.reasons.OPEN')
      return SubIndication === null ? general : (findText(`signatures.reasons.${SubIndication}`) ?? general)
    },
    level: ({ Level }: FoundSignature): string => findText(`signatures.levels.${Level}`) ?? Level,
  }
}
