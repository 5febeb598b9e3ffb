import type { Language } from '@rubrica/domain'
import { showToast } from '../ui/toast-store.ts'
import { chooseLanguage } from './language.ts'
import { useText } from './use-text.ts'

/** Changes the language, then does what is given, if anything; texts that cannot be fetched are told of in a toast. */
export function useChooseLanguage(): (language: Language, afterwards?: () => void) => void {
  const t = useText()
  return (language, afterwards) =>
    void chooseLanguage(language).then(
      (isChosen) => {
        if (isChosen) afterwards?.()
      },
      () => showToast('error', t('errors.NETWORK')),
    )
}
