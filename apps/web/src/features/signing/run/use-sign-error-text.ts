import { AutofirmaError } from '@rubrica/autofirma'
import { isAnswerRefused } from '../../../shared/accounts/provider-errors.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useSignatureRefusalText } from '../../../shared/signing-runs/use-signature-refusal-text.ts'
import { applicationErrorText } from '../autofirma/explain-failure.ts'

/** The sentence for an error while signing, of the server or of the application on the PC. */
export function useSignErrorText(): (error: unknown) => string {
  const t = useText()
  const refusalText = useSignatureRefusalText()
  return (error) => (error instanceof AutofirmaError ? t(applicationErrorText(error.code)) : refusalText(error))
}

/** The sentence for the answer to a challenge that did not go through (spec §8). */
export function useChallengeErrorText(): (error: unknown) => string {
  const t = useText()
  const signErrorText = useSignErrorText()
  return (error) => (isAnswerRefused(error) ? t('signing.challengeRefused') : signErrorText(error))
}
