import { useText } from '../shared/i18n/use-text.ts'

export function DocumentScreen() {
  const t = useText()
  return <h1>{t('titles.document')}</h1>
}
