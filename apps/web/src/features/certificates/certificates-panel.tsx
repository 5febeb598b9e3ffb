import { manifests, type ProviderManifest } from '@rubrica/providers/manifests'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleAlert, KeyRound, SlidersHorizontal } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import {
  certificatesQuery,
  certificateTypesQuery,
  ownLegalId,
  type Certificate,
} from '../../shared/api/certificates.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { createSessionState } from '../../shared/session/session-state.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { Skeleton } from '../../shared/ui/lists/skeleton.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import styles from './certificates.module.css'
import { ProviderTab } from './account/provider-tab.tsx'
import { TypesDialog } from './upload/types-dialog.tsx'

interface CertificatesPanelProps {
  /** The type whose account the person has just authorised on the provider's own page, or null. */
  authorised: string | null
  onReported: () => void
}

/** Opens the tab of an account that was authorised elsewhere, and says that it is. */
function useAuthorisedElsewhere({ authorised, onReported }: CertificatesPanelProps): void {
  const t = useText()
  const report = useEffectEvent((certType: string) => {
    keptTab.write(certType)
    showToast('success', t('certificates.taskCompleted'))
    onReported()
  })
  useEffect(() => {
    if (authorised !== null) report(authorised)
  }, [authorised])
}

/** The person's certificates, a tab for each type that they may use and this portal knows. */
export function CertificatesPanel(props: CertificatesPanelProps) {
  const t = useText()
  useAuthorisedElsewhere(props)
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{t('header.certificates')}</h1>
          <p className="muted">{t('certificates.subtitle')}</p>
        </div>
        <ChooseTypes />
      </div>
      <Card aria-label={t('header.certificates')}>
        <CertificateTabs />
      </Card>
    </>
  )
}

const grantedTypesQuery = queryOptions({
  queryKey: queryKeys.grantedTypes,
  queryFn: ({ signal }) => api.grantedTypes({ params: { legalid: ownLegalId() }, signal }),
})

/** The types that were granted and that this portal knows, shown or not. */
function useGrantedTypes() {
  const { data } = useQuery(grantedTypesQuery)
  return data && manifests.some(({ flag }) => flag in data) ? data : undefined
}

/** Leads to the choice of what is shown, once there is something to choose from. */
function ChooseTypes() {
  const t = useText()
  const granted = useGrantedTypes()
  const [open, setOpen] = useState(false)
  if (!granted) return null
  return (
    <>
      <Button icon={SlidersHorizontal} onClick={() => setOpen(true)}>
        {t('certificates.types.open')}
      </Button>
      <TypesDialog granted={granted} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** None was granted, or all are hidden. */
function NoTypes() {
  const t = useText()
  return useGrantedTypes() ? (
    <EmptyState
      icon={KeyRound}
      title={t('certificates.types.allHiddenTitle')}
      text={t('certificates.types.allHiddenText')}
    />
  ) : (
    <EmptyState icon={KeyRound} title={t('certificates.noTypesTitle')} text={t('certificates.noTypesText')} />
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
  if (allowed.length === 0) return <NoTypes />
  return <TypeTabs allowed={allowed} certificates={certificates.data} />
}

/** The tab that was looked at last. */
const keptTab = createSessionState('certificatesTab', { parse: (stored) => stored ?? '', serialise: (tab) => tab })

interface TypeTabsProps {
  allowed: readonly ProviderManifest[]
  /** Undefined while they are on their way. */
  certificates: readonly Certificate[] | undefined
}

/** Opens on the tab of before, else on the first one that has something to show. */
function TypeTabs({ allowed, certificates }: TypeTabsProps) {
  const t = useText()
  const [opened, setOpened] = useState<string | null>(null)
  if (opened === null && certificates) {
    // Chosen once: what is deleted later does not turn to another tab.
    const filled = allowed.find((one) => certificates.some(({ CertType }) => CertType === one.certType))
    setOpened((filled ?? allowed[0]!).certType)
  }
  return (
    <Tabs
      className={styles.tabs}
      label={t('certificates.tabsLabel')}
      selected={keptTab.use() || (opened ?? undefined)}
      onSelect={keptTab.write}
      items={allowed.map((manifest) => ({
        id: manifest.certType,
        label: manifest.label,
        content: <ProviderTab manifest={manifest} certificates={certificates} />,
      }))}
    />
  )
}
