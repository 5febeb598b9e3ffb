import { useText } from '../i18n/use-text.ts'

/** Some cards have numbered codes: then the challenge is a number. */
const NUMBER_OF_CODE = /^\d{1,3}$/

/** What a challenge asks for, as a sentence; undefined when it says nothing. */
export function useChallengeHint(): (hint: string) => string | undefined {
  const t = useText()
  return (hint) => {
    if (hint === '') return undefined
    return NUMBER_OF_CODE.test(hint) ? t('signing.challengeNumber', { number: hint }) : hint
  }
}
