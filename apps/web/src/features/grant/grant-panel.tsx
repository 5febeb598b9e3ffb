import { useQuery } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import {
  forgetRequest,
  isForApplication,
  keepRequest,
  keptRequest,
} from '../../shared/session/entry/application-request.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { forgetPassword, keptPassword } from '../../shared/session/entry/kept-password.ts'
import { leaveFor } from '../../shared/session/leaving/leaving.ts'
import { logOut } from '../../shared/session/leaving/log-out.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { Skeleton } from '../../shared/ui/lists/skeleton.tsx'
import styles from './grant.module.css'
import { checkedRequestQuery, type CheckedRequest } from './checked-request.ts'
import { ChooseStep } from './choose-step.tsx'
import { ConsentStep } from './consent-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { RequestFacts } from './request-facts.tsx'
import { RequestRefused } from './request-refused.tsx'

/** Ends the log-in that was for this application alone, and leads back to it. */
function leadBack(address: string, why: 'authorised' | 'refused'): void {
  logOut()
  leaveFor({ address, why })
}

/** Keeps the request and forgets the person, so that somebody else can log in for it. */
function logOutForRequest(): void {
  const request = keptRequest()
  logOut()
  keepRequest(request)
}

function Request({ request }: { request: CheckedRequest }) {
  const router = useRouter()
  const [password, setPassword] = useState(keptPassword)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const onRefuse = () => leadBack(request.RefusedUrl, 'refused')
  const onPasswordRefused = (error: Error) => {
    forgetPassword()
    setPassword(null)
    setRefusal(error)
  }
  const Step = request.Scope === 'service' ? ConsentStep : ChooseStep
  return (
    <Card className={styles.card}>
      <RequestFacts
        request={request}
        onOther={() => {
          logOutForRequest()
          void router.navigate({ to: '/signhash/cms' })
        }}
      />
      {password === null ? (
        <PasswordStep refusal={refusal} onConfirmed={() => setPassword(keptPassword())} onRefuse={onRefuse} />
      ) : (
        <Step
          {...{ request, password, onPasswordRefused, onRefuse }}
          onGranted={(address) => leadBack(address, 'authorised')}
        />
      )}
    </Card>
  )
}

function Loading() {
  const t = useText()
  return (
    <Card className={styles.card} aria-busy>
      <div role="status" className={styles.head}>
        <span className="sr-only">{t('common.loading')}</span>
        {[60, 80, 40].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </Card>
  )
}

/** Leads away from here to where people are for themselves. */
function ToDocuments() {
  const t = useText()
  const router = useRouter()
  return (
    <Button
      onClick={() => {
        forgetRequest()
        forgetPassword()
        void router.navigate({ to: '/documents' })
      }}
    >
      {t('notFound.toDocuments')}
    </Button>
  )
}

/** What an application asks the person for, and their answer. */
export function GrantPanel() {
  const t = useText()
  // Stays what it was while the browser is led away.
  const [isAsked] = useState(isForApplication)
  const checked = useQuery({ ...checkedRequestQuery, enabled: isAsked })
  if (!isAsked) {
    return (
      <EmptyState heading="h1" icon={AppWindow} title={t('authcerts.nobodyTitle')} text={t('authcerts.nobodyText')}>
        <ToDocuments />
      </EmptyState>
    )
  }
  if (checked.data) return <Request request={checked.data} />
  if (!checked.error || checked.isFetching) return <Loading />
  return (
    <RequestRefused error={checked.error} onRetry={() => void checked.refetch()}>
      <ToDocuments />
    </RequestRefused>
  )
}
