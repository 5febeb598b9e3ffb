import { useText } from '../shared/i18n/use-text.ts'

export function DocumentsScreen() {
  const t = useText()
  return <h1>{t('titles.documents')}</h1>
}
