import type { Language } from '@rubrica/domain'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { LANGUAGE_NAMES } from '../../shared/i18n/language-names.ts'
import { useChooseLanguage } from '../../shared/i18n/use-choose-language.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { Select } from '../../shared/ui/fields/select.tsx'

/** The language selector of the screens without a header. */
export function LanguageSelect() {
  const t = useText()
  const language = useLanguage()
  const choose = useChooseLanguage()
  return (
    <Select bare aria-label={t('common.language')} value={language} onChange={(choice) => choose(choice as Language)}>
      {portalConfig().languages.map((choice) => (
        <option key={choice} value={choice} lang={choice}>
          {LANGUAGE_NAMES[choice]}
        </option>
      ))}
    </Select>
  )
}
