import { NetworkError } from '@rubrica/contract'
import { REDIRECT_DELAY_MS } from '@rubrica/domain'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { sessionToken } from '../../shared/session/session-store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import {
  returnToAuthorise,
  returnToBegin,
  returnToLink,
  returnToSign,
  ReturnRefused,
  type ReturnPlace,
} from './come-back.ts'
import styles from './returning.module.css'

/** Where somebody goes on when the way back did not work. */
type Otherwise = '/certificates' | '/documents'

interface ReturningProps {
  comeBack: (search: string) => Promise<ReturnPlace>
  otherwise: Otherwise
}

/** Waits for what the way back brings, and leads on. */
function Returning({ comeBack, otherwise }: ReturningProps) {
  const router = useRouter()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => comeBack(location.search),
    onSuccess: ({ address, wanted }) =>
      router.navigateTo(address, { state: { ...(wanted !== undefined && { wanted }) }, replace: true }),
  })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  if (error === null || isPending) return <Loader />
  return <ReturnFailed {...{ error, otherwise }} onRetry={() => mutate()} />
}

function useReturnErrorText(): (error: Error) => { title: string; text: string } {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    if (error instanceof ReturnRefused) {
      const text = t(error.missing === 'token' ? 'ivnosys.missingToken' : 'ivnosys.missingTransaction')
      return { title: t('ivnosys.returnFailed'), text }
    }
    const text = error instanceof NetworkError ? t('ivnosys.timedOut') : errorText(error)
    return { title: t('ivnosys.authorisationFailed'), text }
  }
}

const LEADS = {
  '/': ['entry.leadsOn', 'entry.now'],
  '/documents': ['ivnosys.leadsToDocuments', 'ivnosys.toDocuments'],
  '/certificates': ['ivnosys.leadsToCertificates', 'ivnosys.toCertificates'],
} as const

interface ReturnFailedProps {
  error: Error
  otherwise: Otherwise
  onRetry: () => void
}

/** Says what went wrong, and leads on after three seconds; without an answer of the server it can be tried again. */
function ReturnFailed({ error, otherwise, onRetry }: ReturnFailedProps) {
  const t = useText()
  const router = useRouter()
  const returnErrorText = useReturnErrorText()
  const place = sessionToken() === null ? '/' : otherwise
  const [leads, now] = LEADS[place]
  const isLost = error instanceof NetworkError
  const leaveInTime = useEffectEvent(() => void router.navigateTo(place, { replace: true }))
  useEffect(() => {
    if (isLost) return
    const timer = setTimeout(() => leaveInTime(), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isLost])
  return (
    <div role="alert" className={`${styles.place} ${styles.failed}`}>
      <EmptyState heading="h1" icon={CircleAlert} {...returnErrorText(error)}>
        <div className={styles.lines}>
          {!isLost && <p className="muted">{t(leads)}</p>}
          {isLost && (
            <Button kind="primary" onClick={onRetry}>
              {t('common.tryAgain')}
            </Button>
          )}
          <Button
            kind={isLost ? 'default' : 'primary'}
            onClick={() => void router.navigateTo(place, { replace: true })}
          >
            {t(now)}
          </Button>
        </div>
      </EmptyState>
    </div>
  )
}

/** /ivsign-auth */
export const AuthoriseReturn = () => <Returning comeBack={returnToAuthorise} otherwise="/certificates" />

/** /account-return */
export const LinkReturn = () => <Returning comeBack={returnToLink} otherwise="/certificates" />

/** /ivsign-login-sign */
export const LoginReturn = () => <Returning comeBack={returnToBegin} otherwise="/documents" />

/** /confirmed: in a tab of its own; the list in another one knows how it goes on. */
export function Confirmed() {
  const t = useText()
  return (
    <div role="status" className={styles.place}>
      <EmptyState
        heading="h1"
        icon={CircleCheck}
        title={t('ivnosys.confirmedTitle')}
        text={t('ivnosys.confirmedText')}
      />
    </div>
  )
}

/** /ivsign-sign */
export const SignReturn = () => <Returning comeBack={returnToSign} otherwise="/documents" />
