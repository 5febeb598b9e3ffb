import type { Language } from '@rubrica/domain'
import { keepLanguage } from '../session/entry/account-language.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { chooseLanguage } from './language.ts'
import { currentText } from './use-text.ts'

async function chooseAndKeep(language: Language, afterwards?: () => void): Promise<void> {
  const isChosen = await chooseLanguage(language).catch(() => {
    showToast('error', currentText()('errors.NETWORK'))
    return false
  })
  if (!isChosen) return
  try {
    await keepLanguage(language)
    afterwards?.()
  } catch {
    showToast('error', currentText()('header.languageNotKept'))
  }
}

/**
 * Changes the language of the page and, of whoever is logged in, that of the account; then does what is given, if
 * anything. What cannot be fetched or kept is reported in a toast.
 */
export function useChooseLanguage(): (language: Language, afterwards?: () => void) => void {
  return (language, afterwards) => void chooseAndKeep(language, afterwards)
}
