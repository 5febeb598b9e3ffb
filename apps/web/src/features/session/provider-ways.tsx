import { useMutation } from '@tanstack/react-query'
import { Building2, UserRound, Wallet } from 'lucide-react'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { goToProvider } from './go-to-provider.ts'
import type { LoginProvider } from './login-state.ts'
import styles from './login-panel.module.css'
import { GoogleMark, MicrosoftMark } from './provider-marks.tsx'
import { useWayErrorText } from './use-login-error-text.ts'

/** Whether this deployment has any way in besides user and password that leads through one of these buttons. */
export function hasProviders(): boolean {
  const { google, microsoft, wallet, oidc } = portalConfig().logins
  return google || microsoft || wallet || Boolean(oidc)
}

interface ProviderWaysProps {
  /** The button of the own form: the main one where the form is not on the screen. */
  userAccess: { kind: 'primary' | 'default'; onChoose: () => void }
}

/** The buttons of the ways in: by the own form, and through those who say for others who somebody is. */
export function ProviderWays({ userAccess }: ProviderWaysProps) {
  const t = useText()
  const wayErrorText = useWayErrorText()
  const { google, microsoft, wallet, oidc } = portalConfig().logins
  const leaving = useMutation({
    mutationFn: goToProvider,
    onError: (error) => showToast('error', wayErrorText(error)),
  })
  const way = (provider: LoginProvider) => ({
    size: 'large' as const,
    busy: leaving.isPending && leaving.variables === provider,
    onClick: () => leaving.mutate(provider),
  })
  return (
    <div className={styles.ways} role="group" aria-label={t('login.ways')}>
      <Button
        kind={userAccess.kind}
        size="large"
        icon={UserRound}
        className={userAccess.kind === 'primary' ? styles.wide : undefined}
        onClick={userAccess.onChoose}
      >
        {t('login.userAccess')}
      </Button>
      {microsoft && (
        <Button {...way('ms')}>
          {!way('ms').busy && <MicrosoftMark />}
          {t('login.activeDirectory')}
        </Button>
      )}
      {google && (
        <Button {...way('google')}>
          {!way('google').busy && <GoogleMark />}
          {t('login.google')}
        </Button>
      )}
      {wallet && (
        <Button {...way('ssi')} icon={Wallet}>
          {t('login.wallet')}
        </Button>
      )}
      {oidc && (
        <Button {...way('oidc')} icon={Building2} className={`${styles.wide} ${styles.named}`}>
          {oidc.name}
        </Button>
      )}
    </div>
  )
}
