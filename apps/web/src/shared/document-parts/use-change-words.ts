import { findText } from '../i18n/language.ts'
import { writeNumber } from '../i18n/per-language.ts'
import { useLanguage, useText } from '../i18n/use-text.ts'
import type { ChangeGroup } from './group-changes.ts'

/** How many pages are named before an ellipsis stands for the others. */
const NAMED_PAGES = 8

/** The sentence of a group of changes with the pages it is about; a kind of tomorrow has one too. */
export function useChangeWords(): (group: ChangeGroup) => string {
  const t = useText()
  const language = useLanguage()
  return ({ isAllowed, code, pages }) => {
    const what = isAllowed
      ? (findText(`signatures.allowed.${code}`) ?? t('signatures.allowed.HARMLESS'))
      : (findText(`signatures.what.${code}`) ?? t('signatures.what.UNKNOWN'))
    if (pages.length === 0) return what
    const numbers = pages.slice(0, NAMED_PAGES).map((page) => writeNumber(page, language))
    const named = [...numbers, ...(pages.length > NAMED_PAGES ? ['…'] : [])].join(', ')
    return t('signatures.onPages', { what, pages: named, count: pages.length })
  }
}
