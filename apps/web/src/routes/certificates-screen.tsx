import { useText } from '../shared/i18n/use-text.ts'

export function CertificatesScreen() {
  const t = useText()
  return <h1>{t('titles.certificates')}</h1>
}
