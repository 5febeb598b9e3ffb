import { useMutation } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { factorApi } from '../../shared/factor/factor-api.ts'
import { useReportFailure } from '../../shared/failures/use-report-failure.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { showChange, type Device } from './factors-query.ts'
import styles from './security.module.css'

/** The browsers that are not asked for a second factor; each can be forgotten at once. */
export function DeviceRows({ devices }: { devices: readonly Device[] }) {
  const t = useText()
  const { date } = useFormats()
  const reportFailure = useReportFailure()
  const forgetting = useMutation({
    mutationFn: ({ Guid }: Device) => factorApi.forgetDevice({ params: { factorGuid: Guid } }),
    onSuccess: async (_, { Name }) => {
      await showChange()
      showToast('success', t('factors.forgotten', { name: Name }))
    },
    onError: reportFailure,
  })
  return (
    <>
      <div className={styles.row}>
        <div className={styles.about}>
          <h3>{t('factors.devices')}</h3>
          <p className="muted">{t('factors.devicesText')}</p>
        </div>
      </div>
      <ul className={styles.list} aria-label={t('factors.devices')}>
        {devices.map((device) => (
          <li key={device.Guid} className={styles.row}>
            <MonitorSmartphone size={20} aria-hidden />
            <div className={styles.about}>
              <p className={styles.name}>
                <bdi>{device.Name}</bdi>
              </p>
              <ul className={styles.times}>
                <li>{t('factors.rememberedOn', { date: date(device.RememberedAt) })}</li>
                <li>{t('factors.rememberedUntil', { date: date(device.ExpiresAt) })}</li>
              </ul>
            </div>
            <Button
              kind="danger-quiet"
              size="small"
              aria-label={t('factors.forgetNamed', { name: device.Name })}
              busy={forgetting.isPending && forgetting.variables.Guid === device.Guid}
              onClick={() => forgetting.mutate(device)}
            >
              {t('factors.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
