import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { Skeleton } from '../../shared/ui/lists/skeleton.tsx'
import { ConfirmAddressDialog, useConfirmAddress } from './confirm-address.tsx'
import { ProfileForm } from './profile-form.tsx'
import { userQuery } from './profile-queries.ts'
import styles from './profile.module.css'

/** The person's own data, password and signature. */
export function Profile() {
  const t = useText()
  return (
    <>
      <div className={styles.head}>
        <h1>{t('header.updateData')}</h1>
        <p className="muted">{t('profile.subtitle')}</p>
      </div>
      <ProfileContent />
    </>
  )
}

function ProfileContent() {
  const t = useText()
  const errorText = useErrorText()
  const user = useQuery(userQuery)
  const confirming = useConfirmAddress()
  if (user.data) {
    return (
      <>
        <ProfileForm user={user.data} onConfirmAddress={confirming.start} />
        <ConfirmAddressDialog {...confirming} address={user.data.email} />
      </>
    )
  }
  return (
    <Card aria-label={t('header.updateData')}>
      {user.error ? (
        <EmptyState icon={CircleAlert} title={t('profile.loadFailed')} text={errorText(user.error)}>
          <Button onClick={() => void user.refetch()}>{t('common.tryAgain')}</Button>
        </EmptyState>
      ) : (
        <div className={styles.loading} role="status">
          <span className="sr-only">{t('profile.loading')}</span>
          {[30, 60, 45, 60].map((width, index) => (
            <Skeleton key={index} width={width} />
          ))}
        </div>
      )}
    </Card>
  )
}
