import { useCallback } from 'react'
import { CopyDetail } from '../../features/copies/copy-detail.tsx'
import { DocumentFailure } from '../../features/document-detail/document-failure.tsx'
import { signatureViews } from '../../features/signatures/signature-views.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePlace, useRouter } from '../../shared/router/use-router.tsx'
import styles from '../documents/detail-header.module.css'
import { DetailShell, useDetailHeader } from '../documents/use-detail-header.tsx'
import { toHistory, WayBack } from '../frame/way-back.tsx'

/** A document of which the person has a copy; from another one nothing is carried over. */
export function CopyScreen({ params: { copyGuid } }: { params: { copyGuid: string } }) {
  const t = useText()
  const router = useRouter()
  const history = usePlace(({ state }) => state.history)
  const { header, menu } = useDetailHeader(true)
  const toList = toHistory(history ?? {})
  const leave = useCallback(
    () => void router.navigate({ ...toHistory(history ?? {}), replace: true }),
    [router, history],
  )
  const back = (
    <span className={styles.ways}>
      {menu}
      <WayBack {...toList} label={t('history.back')} />
    </span>
  )
  return (
    <DetailShell header={header}>
      <CopyDetail
        key={copyGuid}
        {...{ copyGuid, back }}
        signatures={signatureViews}
        renderFailure={(failure) => <DocumentFailure {...failure} back={back} onLeave={leave} />}
      />
    </DetailShell>
  )
}
