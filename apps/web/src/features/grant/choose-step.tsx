import { ShieldQuestion } from 'lucide-react'
import { manifestOf, manifests, type ProviderManifest } from '@rubrica/providers/manifests'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { certificatesQuery, certificateTypesQuery } from '../../shared/api/certificates.ts'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { ConfirmHolder, needsConfirmation } from '../../shared/subject/confirm-holder.tsx'
import { lastUsed, rememberUsed } from '../../shared/subject/last-used.ts'
import { UnableCertificates } from '../../shared/subject/unable-certificates.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { wait } from '../../shared/ui/status/wait.ts'
import { AnswerBar } from './answer-bar.tsx'
import {
  answeringCertificates,
  arrangeAnswering,
  answeringKey,
  answeringProviders,
  type Answering,
  type AnsweringCertificate,
} from './answering-certificates.ts'
import styles from './grant.module.css'
import { CertificateOptions } from './certificate-options.tsx'
import type { CheckedRequest } from './checked-request.ts'
import { grantCalls } from './grant-calls.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { Grant } from './grant.ts'
import type { StepProps } from './step-props.ts'

/** Comes when it is chosen. */
const ConsentDialog = lazy(() => import('./consent-dialog.tsx').then((module) => ({ default: module.ConsentDialog })))

/** The certificates and the providers that may answer, as far as they are known. */
function useOffer(request: CheckedRequest) {
  const certificates = useQuery(certificatesQuery)
  const types = useQuery(certificateTypesQuery)
  const [now] = useState(() => new Date())
  const [last] = useState(lastUsed)
  const offer = useMemo(() => {
    if (!certificates.data || !types.data) return undefined
    const asked = { request, flags: types.data }
    const held = answeringCertificates({ ...asked, certificates: certificates.data, manifestOf, now })
    return {
      able: arrangeAnswering(held, answeringProviders(asked, manifests), last),
      unable: held.filter(({ isOver }) => isOver !== null),
    }
  }, [certificates.data, types.data, request, now, last])
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

type Offer = ReturnType<typeof useOffer>

/** What was picked, else the first that can answer now. */
function chosenOf(offer: Offer['offer'], picked: string | null): Answering | undefined {
  if (!offer) return undefined
  return offer.able.find((answering) => answeringKey(answering) === picked) ?? offer.able[0]
}

interface ChoiceProps extends Offer {
  request: CheckedRequest
  chosen: Answering | undefined
  onChoose: (key: string) => void
}

/** What may answer, or why there is nothing to choose from. */
function Choice({ request, offer, error, reload, chosen, onChoose }: ChoiceProps) {
  const t = useText()
  if (error !== null && !offer) return <NotLoaded error={error} onReload={reload} />
  if (offer?.able.length === 0) {
    return (
      <>
        <NoCertificate request={request} />
        <UnableCertificates unable={offer.unable} className={styles.unable} />
      </>
    )
  }
  return (
    <>
      <h2 className={styles.choose}>{t('authcerts.choose')}</h2>
      <CertificateOptions offer={offer} chosen={chosen} onChoose={onChoose} />
    </>
  )
}

/** The choice of the certificate that signs for the application, and the dialog that authorises it. */
export function ChooseStep({ request, password, onGranted, onPasswordRefused, onRefuse }: StepProps) {
  const t = useText()
  const [picked, setPicked] = useState<string | null>(null)
  const offered = useOffer(request)
  const chosen = chosenOf(offered.offer, picked)
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const certificate = chosen && 'certificate' in chosen ? chosen.certificate : null
  const doubtful = certificate && needsConfirmation(certificate) ? certificate : null
  const isConfirmed = doubtful === null || confirmed === doubtful.GUID
  const [at, setAt] = useState<{ grant: Grant; answering: AnsweringCertificate } | null>(null)
  const [consentOf, setConsentOf] = useState<ProviderManifest | null>(null)
  const grantWith = (answering: Answering): typeof onGranted => {
    return (granted) => {
      rememberUsed(answeringKey(answering))
      onGranted(granted)
    }
  }
  const open = (answering: Answering) => {
    if (!('certificate' in answering)) return setConsentOf(answering)
    const calls = grantCalls(request, answering, password)
    const { steps } = answering
    const ends = { onGranted: grantWith(answering), onPasswordRefused }
    setAt({ answering, grant: new Grant({ steps, calls, wait, now: Date.now, ...ends }) })
  }
  return (
    <>
      <Choice {...{ request, chosen }} {...offered} onChoose={setPicked} />
      {doubtful && (
        <div className={styles.notice}>
          <ConfirmHolder
            certificate={doubtful}
            checked={isConfirmed}
            onChange={(on) => setConfirmed(on ? doubtful.GUID : null)}
          />
        </div>
      )}
      <AnswerBar
        words={t('authcerts.authorise')}
        onAnswer={chosen && isConfirmed ? () => open(chosen) : undefined}
        onRefuse={onRefuse}
      />
      {consentOf && (
        <Suspense>
          <ConsentDialog
            {...{ request, password, onPasswordRefused, onRefuse }}
            onGranted={grantWith(consentOf)}
            manifest={consentOf}
            onClose={() => setConsentOf(null)}
          />
        </Suspense>
      )}
      {at && <GrantDialog {...at} request={request} onRefuse={onRefuse} onClose={() => setAt(null)} />}
    </>
  )
}
