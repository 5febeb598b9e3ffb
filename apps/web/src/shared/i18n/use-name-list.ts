import { shortName } from './short-name.ts'
import { useLanguage, useText } from './use-text.ts'

/** More names than this are counted instead of named. */
const NAMED = 3

/** Lists names as the person's language does: “A”, “B” and “C”, or “A”, “B” and 4 more. */
export function useNameList(): (names: readonly string[]) => string {
  const t = useText()
  const language = useLanguage()
  return (names) => {
    const isAll = names.length <= NAMED
    const named = (isAll ? names : names.slice(0, NAMED - 1)).map((name) =>
      t('selection.quoted', { name: shortName(name) }),
    )
    const others = isAll ? [] : [t('selection.moreNames', { count: names.length - named.length })]
    return new Intl.ListFormat(language).format([...named, ...others])
  }
}
