import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { AskingDialog } from '../../shared/ui/overlays/asking-dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { noticeCalls, noticesQuery, type NoticeSettings, type PushDevice } from './notice-calls.ts'
import styles from './notifications.module.css'
import {
  describeBrowser,
  keepDevice,
  NoPushService,
  ownDevice,
  readAbility,
  subscribe,
  unsubscribe,
} from './this-browser.ts'

/** Which device this browser is, as it says itself: asked anew when the devices change. */
function useOwnDevice(devices: readonly PushDevice[]): string | undefined {
  const ids = devices.map(({ Guid }) => Guid)
  const { data } = useQuery({
    queryKey: [...noticesQuery.queryKey, 'own', ...ids],
    queryFn: async () => (await ownDevice()) ?? null,
    gcTime: 0,
  })
  return ids.find((id) => id === data)
}

/** The devices that take notices, this one first of all. */
export function DevicesPart({ PublicKey, Devices }: Pick<NoticeSettings, 'PublicKey' | 'Devices'>) {
  const t = useText()
  const failureText = useFailureText()
  const own = useOwnDevice(Devices)
  const [ending, setEnding] = useState<PushDevice>()
  const removing = useRemoving(own)
  return (
    <Card className={styles.part} aria-labelledby="devices">
      <h2 id="devices">{t('notifications.devices')}</h2>
      <ThisDevice {...{ PublicKey, own }} onEnd={() => setEnding(Devices.find(({ Guid }) => Guid === own))} />
      {Devices.length === 0 ? (
        <p className="muted">{t('notifications.noDevices')}</p>
      ) : (
        <ul className={styles.devices}>
          {Devices.map((device) => (
            <Device key={device.Guid} device={device} isOwn={device.Guid === own} onEnd={() => setEnding(device)} />
          ))}
        </ul>
      )}
      {ending && (
        <AskingDialog
          title={t('notifications.removeTitle', { name: ending.Name })}
          text={t('notifications.removeText')}
          confirm={t('notifications.remove')}
          busy={removing.isPending}
          problem={removing.error ? failureText(removing.error) : undefined}
          onConfirm={() => removing.mutate(ending, { onSuccess: () => setEnding(undefined) })}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Card>
  )
}

function useRemoving(own: string | undefined) {
  const t = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ Guid }: PushDevice) => {
      await noticeCalls.removeDevice({ params: { deviceGuid: Guid } })
      if (Guid === own) await unsubscribe()
    },
    onSuccess: (_nothing, { Guid, Name }) => {
      const said = Guid === own ? t('notifications.turnedOff') : t('notifications.removed', { name: Name })
      showToast('success', said)
    },
    onSettled: () => client.invalidateQueries(noticesQuery),
  })
}

interface ThisDeviceProps extends Pick<NoticeSettings, 'PublicKey'> {
  own: string | undefined
  onEnd: () => void
}

function ThisDevice({ PublicKey, own, onEnd }: ThisDeviceProps) {
  const t = useText()
  const failureText = useFailureText()
  const adding = useAdding(PublicKey)
  const ability = readAbility()
  if (ability === 'unsupported') return <Notice tone="info">{t('notifications.unsupported')}</Notice>
  if (ability === 'blocked') return <Notice tone="warn">{t('notifications.denied')}</Notice>
  const { error } = adding
  return (
    <>
      <p>{t(own === undefined ? 'notifications.hereOff' : 'notifications.hereOn')}</p>
      {error && (
        <Notice tone="bad">{error instanceof NoPushService ? t('notifications.noService') : failureText(error)}</Notice>
      )}
      <div className={styles.acts}>
        {own === undefined ? (
          <Button kind="primary" icon={Bell} busy={adding.isPending} onClick={() => adding.mutate()}>
            {t('notifications.turnOn')}
          </Button>
        ) : (
          <Button icon={BellOff} onClick={onEnd}>
            {t('notifications.turnOff')}
          </Button>
        )}
        <span role="status" className="muted">
          {adding.isPending && t('notifications.turningOn')}
        </span>
      </div>
    </>
  )
}

function useAdding(publicKey: string) {
  const t = useText()
  const client = useQueryClient()
  const { browser, system } = describeBrowser(navigator.userAgent)
  const name = t('notifications.deviceName', {
    browser: browser ?? t('notifications.unknownBrowser'),
    system: system ?? t('notifications.unknownSystem'),
  })
  return useMutation({
    mutationFn: async () => {
      const keys = await subscribe(publicKey)
      // What the person refuses is no failure; the part says then how to change that.
      if (!keys) return false
      const { timeZone: TimeZone } = Intl.DateTimeFormat().resolvedOptions()
      const { Guid } = await noticeCalls.addDevice({ body: { Name: name, ...keys, TimeZone } })
      keepDevice(Guid)
      return true
    },
    onSuccess: (isOn) => isOn && showToast('success', t('notifications.turnedOn')),
    onSettled: () => client.invalidateQueries(noticesQuery),
  })
}

interface DeviceProps {
  device: PushDevice
  isOwn: boolean
  onEnd: () => void
}

function Device({ device: { Guid, Name, CreatedAt, ReachedAt }, isOwn, onEnd }: DeviceProps) {
  const t = useText()
  const { moment } = useFormats()
  const failureText = useFailureText()
  const trying = useMutation({
    mutationFn: () => noticeCalls.tryDevice({ params: { deviceGuid: Guid } }),
    onSuccess: () => showToast('success', t('notifications.tested', { name: Name })),
    onError: (error) => showToast('error', failureText(error) ?? ''),
  })
  const standing = ReachedAt ? t('notifications.reached', { date: moment(ReachedAt) }) : t('notifications.notReached')
  return (
    <li className={styles.device}>
      <div>
        <p className={styles.name}>
          {Name}
          {isOwn && <span className="muted"> ({t('notifications.thisOne')})</span>}
        </p>
        <p className="muted">
          {t('notifications.since', { date: moment(CreatedAt) })}, {standing}
        </p>
      </div>
      <div className={styles.acts}>
        <Button
          icon={Send}
          busy={trying.isPending}
          onClick={() => trying.mutate()}
          aria-label={`${t('notifications.test')}: ${Name}`}
        >
          {t('notifications.test')}
        </Button>
        <Button icon={Trash2} onClick={onEnd} aria-label={`${t('notifications.remove')}: ${Name}`}>
          {t('notifications.remove')}
        </Button>
      </div>
    </li>
  )
}
