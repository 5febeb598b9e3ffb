import type { Language } from '@rubrica/domain'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { chooseLanguage } from '../../shared/i18n/language.ts'
import { LANGUAGE_NAMES } from '../../shared/i18n/language-names.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { bareSelectClass } from '../../shared/ui/select-field.tsx'

/** The language selector of the screens without a header. */
export function LanguageSelect() {
  const t = useText()
  const language = useLanguage()
  return (
    <select
      className={bareSelectClass}
      aria-label={t('common.language')}
      value={language}
      onChange={(event) => void chooseLanguage(event.target.value as Language)}
    >
      {portalConfig().languages.map((choice) => (
        <option key={choice} value={choice} lang={choice}>
          {LANGUAGE_NAMES[choice]}
        </option>
      ))}
    </select>
  )
}
