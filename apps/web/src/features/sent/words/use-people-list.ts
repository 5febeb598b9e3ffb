import { useLanguage, useText } from '../../../shared/i18n/use-text.ts'

/** Lists people as the language does, the first ones by name: Ana and Biel; Ana, Biel and 3 more. */
export function usePeopleList(): (names: readonly string[], named?: number) => string {
  const t = useText()
  const language = useLanguage()
  return (names, named = 2) => {
    const people = [...new Set(names)]
    const others = people.length - named
    const more = others > 0 ? [t('selection.moreNames', { count: others })] : []
    return new Intl.ListFormat(language).format([...people.slice(0, named), ...more])
  }
}
