import { manifests } from '@rubrica/providers/manifests'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, KeyRound } from 'lucide-react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import styles from './certificates.module.css'
import { certificatesQuery, certificateTypesQuery } from '../../shared/api/certificates.ts'
import { ProviderTab } from './provider-tab.tsx'

/** The person's certificates, a tab for each type that they may use and this portal knows. */
export function CertificatesPanel() {
  const t = useText()
  return (
    <>
      <div className={styles.head}>
        <h1>{t('titles.certificates')}</h1>
        <p className="muted">{t('certificates.subtitle')}</p>
      </div>
      <Card aria-label={t('titles.certificates')}>
        <CertificateTabs />
      </Card>
    </>
  )
}

function CertificateTabs() {
  const t = useText()
  const errorText = useErrorText()
  const types = useQuery(certificateTypesQuery)
  const certificates = useQuery(certificatesQuery)
  const error = types.error ?? certificates.error
  if (error) {
    const retry = () => void Promise.all([types.refetch(), certificates.refetch()])
    return (
      <EmptyState icon={CircleAlert} title={t('certificates.loadFailed')} text={errorText(error)}>
        <Button onClick={retry}>{t('common.tryAgain')}</Button>
      </EmptyState>
    )
  }
  if (!types.data) {
    return (
      <div className={styles.loading}>
        <Skeleton width={20} />
      </div>
    )
  }
  const flags = types.data
  const allowed = manifests.filter(({ flag }) => flags[flag])
  if (allowed.length === 0) {
    return <EmptyState icon={KeyRound} title={t('certificates.noTypesTitle')} text={t('certificates.noTypesText')} />
  }
  return (
    <Tabs
      label={t('certificates.tabsLabel')}
      items={allowed.map((manifest) => ({
        id: manifest.certType,
        label: manifest.label,
        content: <ProviderTab manifest={manifest} certificates={certificates.data} />,
      }))}
    />
  )
}
