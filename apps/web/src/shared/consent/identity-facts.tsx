import { useQuery } from '@tanstack/react-query'
import { isSessionExpiry } from '../api/is-session-expiry.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { useText } from '../i18n/use-text.ts'
import { SubjectName } from '../subject/subject-name.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/status/notice.tsx'
import { Skeleton } from '../ui/lists/skeleton.tsx'
import { consentIdentityQuery } from './consent-identity.ts'
import styles from './consent.module.css'

/** In whose name the provider makes certificates, and the phone with which that person confirms. */
export function IdentityFacts() {
  const t = useText()
  const errorText = useErrorText()
  const { data, error, isFetching, refetch } = useQuery(consentIdentityQuery)
  if (error && !data && !isFetching) {
    return (
      <div className={styles.failed}>
        <Notice tone="bad">
          {t('consent.identityFailed')} {!isSessionExpiry(error) && errorText(error)}
        </Notice>
        <Button onClick={() => void refetch()}>{t('common.tryAgain')}</Button>
      </div>
    )
  }
  return (
    <div className={styles.identity} aria-busy={!data}>
      <dl>
        <dt>{t('consent.subject')}</dt>
        <dd>{data ? <SubjectName distinguishedName={data.DN} /> : <Skeleton width={80} />}</dd>
        <dt>{t('consent.phone')}</dt>
        <dd className="num">{data ? (data.Phone ?? t('consent.noPhone')) : <Skeleton width={40} />}</dd>
      </dl>
      {data?.Phone === null && <Notice tone="warn">{t('consent.phoneMissing')}</Notice>}
    </div>
  )
}
