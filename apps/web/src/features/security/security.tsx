import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Skeleton } from '../../shared/ui/lists/skeleton.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { DeviceRows } from './device-rows.tsx'
import { FactorDialogs, type OpenDialog } from './factor-dialogs.tsx'
import { factorsQuery, type Factors } from './factors-query.ts'
import { AppRow, PasskeyRows } from './factor-rows.tsx'
import styles from './security.module.css'

/** What a person has besides their password, and the browsers that are not asked for it. */
export function Security() {
  const t = useText()
  const factors = useQuery(factorsQuery)
  const [open, setOpen] = useState<OpenDialog>()
  return (
    <section className={styles.security} aria-labelledby="security-title">
      <div>
        <h2 id="security-title">{t('factors.title')}</h2>
        <p className="muted">{t('factors.lead')}</p>
      </div>
      {factors.data ? (
        <Content factors={factors.data} onOpen={setOpen} />
      ) : (
        <Card aria-label={t('factors.title')}>
          {factors.error ? (
            <ListFailure
              title={t('factors.failed')}
              error={factors.error}
              busy={factors.isFetching}
              onRetry={() => void factors.refetch()}
            />
          ) : (
            <div role="status" className={styles.row}>
              <span className="sr-only">{t('common.loading')}</span>
              <Skeleton width={60} />
            </div>
          )}
        </Card>
      )}
      {open && <FactorDialogs open={open} onClose={() => setOpen(undefined)} onOpen={setOpen} />}
    </section>
  )
}

interface ContentProps {
  factors: Factors
  onOpen: (dialog: OpenDialog) => void
}

function Content({ factors, onOpen }: ContentProps) {
  const t = useText()
  const { Totp, Passkeys, RecoveryCodes, Devices, IsDemanded } = factors
  const hasFactor = Totp !== null || Passkeys.length > 0
  return (
    <>
      {IsDemanded && !hasFactor && <Notice tone="warn">{t('factors.demanded')}</Notice>}
      <Card aria-label={t('factors.passkeys')}>
        <PasskeyRows passkeys={Passkeys} onOpen={onOpen} />
      </Card>
      <Card aria-label={t('factors.app')}>
        <AppRow totp={Totp} onOpen={onOpen} />
      </Card>
      {hasFactor && (
        <Card aria-label={t('factors.recoveryCodes')}>
          <div className={styles.row}>
            <div className={styles.about}>
              <h3>{t('factors.recoveryCodes')}</h3>
              <p className="muted">{t('factors.codesLeft', { count: RecoveryCodes })}</p>
            </div>
            <Button size="small" onClick={() => onOpen({ is: 'making-codes' })}>
              {t('factors.makeCodes')}
            </Button>
          </div>
        </Card>
      )}
      {Devices.length > 0 && (
        <Card aria-label={t('factors.devices')}>
          <DeviceRows devices={Devices} />
        </Card>
      )}
    </>
  )
}
