import { ShieldQuestion } from 'lucide-react'
import { manifestOf } from '@rubrica/providers/manifests'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { certificatesQuery, certificateTypesQuery } from '../../shared/api/certificates.ts'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { wait } from '../../shared/ui/wait.ts'
import { AnswerBar } from './answer-bar.tsx'
import { answeringCertificates, type AnsweringCertificate } from './answering-certificates.ts'
import styles from './authorisation-page.module.css'
import { CertificateOptions } from './certificate-options.tsx'
import type { CheckedRequest } from './checked-request.ts'
import { grantCalls } from './grant-calls.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { Grant } from './grant.ts'
import type { StepProps } from './step-props.ts'

/** The certificates that may answer, as far as they are known. */
function useOffer(request: CheckedRequest) {
  const certificates = useQuery(certificatesQuery)
  const types = useQuery(certificateTypesQuery)
  const [now] = useState(() => new Date())
  const offer = useMemo(() => {
    if (!certificates.data || !types.data) return undefined
    return answeringCertificates({ request, certificates: certificates.data, flags: types.data, manifestOf, now })
  }, [certificates.data, types.data, request, now])
  const isLoading = certificates.isFetching || types.isFetching
  return {
    offer,
    error: isLoading ? null : (certificates.error ?? types.error),
    reload: () => void Promise.all([certificates.refetch(), types.refetch()]),
  }
}

function NoCertificate({ request }: { request: CheckedRequest }) {
  const t = useText()
  const types = request.CertTypes.map((type) => manifestOf(type)?.label ?? type).join(', ')
  const text = request.CertGUID === null ? t('authcerts.emptyText', { types }) : t('authcerts.emptyNamed')
  return <EmptyState icon={ShieldQuestion} title={t('authcerts.emptyTitle')} text={text} />
}

function NotLoaded({ error, onReload }: { error: unknown; onReload: () => void }) {
  const t = useText()
  const errorText = useErrorText()
  return (
    <div className={styles.notice}>
      <Notice tone="bad">
        {t('signing.loadFailed')} {!isSessionExpiry(error) && errorText(error)}
      </Notice>
      <Button onClick={onReload}>{t('common.reload')}</Button>
    </div>
  )
}

/** The choice of the certificate that signs for the application, and the dialog that authorises it. */
export function ChooseStep({ request, password, onGranted, onPasswordRefused, onRefuse }: StepProps) {
  const t = useText()
  const { offer, error, reload } = useOffer(request)
  const [picked, setPicked] = useState<string | null>(null)
  const [at, setAt] = useState<{ grant: Grant; answering: AnsweringCertificate } | null>(null)
  const usable = offer?.filter(({ isOver }) => isOver === null) ?? []
  const chosen = usable.find(({ certificate }) => certificate.GUID === picked) ?? usable[0]
  const open = (answering: AnsweringCertificate) => {
    const calls = grantCalls(request, answering, password)
    const { steps } = answering
    setAt({ answering, grant: new Grant({ steps, calls, wait, now: Date.now, onGranted, onPasswordRefused }) })
  }
  return (
    <>
      {error !== null && !offer ? (
        <NotLoaded error={error} onReload={reload} />
      ) : offer?.length === 0 ? (
        <NoCertificate request={request} />
      ) : (
        <>
          <h2 className={styles.choose}>{t('authcerts.choose')}</h2>
          <CertificateOptions offer={offer} chosen={chosen} onChoose={setPicked} />
        </>
      )}
      <AnswerBar words={t('authcerts.authorise')} onAnswer={chosen && (() => open(chosen))} onRefuse={onRefuse} />
      {at && <GrantDialog {...at} request={request} onRefuse={onRefuse} onClose={() => setAt(null)} />}
    </>
  )
}
