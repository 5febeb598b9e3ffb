import { KeyRound, Plus, Smartphone } from 'lucide-react'
import { knowsPasskeys } from '../../shared/factor/knows-passkeys.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { OpenDialog } from './factor-dialogs.tsx'
import type { Factors, OwnPasskey } from './factors-query.ts'
import styles from './security.module.css'

interface Opens {
  onOpen: (dialog: OpenDialog) => void
}

/** The passkeys of the person, and the way to one more. */
export function PasskeyRows({ passkeys, onOpen }: Opens & { passkeys: readonly OwnPasskey[] }) {
  const t = useText()
  return (
    <>
      <div className={styles.row}>
        <div className={styles.about}>
          <h3>{t('factors.passkeys')}</h3>
          <p className="muted">{t(knowsPasskeys() ? 'factors.passkeysText' : 'factors.noPasskeysHere')}</p>
        </div>
        {knowsPasskeys() && (
          <Button size="small" icon={Plus} onClick={() => onOpen({ is: 'adding-passkey' })}>
            {t('factors.addPasskey')}
          </Button>
        )}
      </div>
      {passkeys.length > 0 && (
        <ul className={styles.list} aria-label={t('factors.passkeys')}>
          {passkeys.map((passkey) => (
            <li key={passkey.Guid} className={styles.row}>
              <KeyRound size={20} aria-hidden />
              <div className={styles.about}>
                <p className={styles.name}>
                  <bdi>{passkey.Name}</bdi>
                </p>
                <Times added={passkey.AddedAt} used={passkey.LastUsedAt} />
              </div>
              <Button
                kind="danger-quiet"
                size="small"
                aria-label={t('factors.removeNamed', { name: passkey.Name })}
                onClick={() => onOpen({ is: 'removing-passkey', passkey })}
              >
                {t('factors.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The authenticator app of the person, or the way to one. */
export function AppRow({ totp, onOpen }: Opens & { totp: Factors['Totp'] }) {
  const t = useText()
  return (
    <div className={styles.row}>
      {totp && <Smartphone size={20} aria-hidden />}
      <div className={styles.about}>
        <h3>{t('factors.app')}</h3>
        {totp ? <Times added={totp.AddedAt} used={totp.LastUsedAt} /> : <p className="muted">{t('factors.appText')}</p>}
      </div>
      <Button size="small" icon={totp ? undefined : Plus} onClick={() => onOpen({ is: 'adding-app' })}>
        {t(totp ? 'factors.changeApp' : 'factors.addApp')}
      </Button>
      {totp && (
        <Button
          kind="danger-quiet"
          size="small"
          aria-label={t('factors.removeNamed', { name: t('factors.app') })}
          onClick={() => onOpen({ is: 'removing-app' })}
        >
          {t('factors.remove')}
        </Button>
      )}
    </div>
  )
}

function Times({ added, used }: { added: string; used: string | null }) {
  const t = useText()
  const { date, moment } = useFormats()
  return (
    <ul className={styles.times}>
      <li>{t('factors.addedOn', { date: date(added) })}</li>
      <li>{used === null ? t('factors.neverUsed') : t('factors.usedAt', { date: moment(used) })}</li>
    </ul>
  )
}
