import { ArrowLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePlace } from '../../shared/router/use-router.tsx'
import { isForApplication } from '../../shared/session/entry/application-request.ts'
import { linkClass } from '../../shared/ui/card.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { DemoHint } from './demo-hint.tsx'
import { isWayBack } from './is-way-back.ts'
import styles from './login-panel.module.css'
import { hasProviders, ProviderWays } from './provider-ways.tsx'
import { SamlForm } from './saml-form.tsx'
import { UserAccessForm } from './user-access-form.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { useFailedEntry } from './failed-entry.ts'

/** Says once more, until the person tries again, why another way in led nowhere. */
function FailedEntryNotice() {
  const lines = useFailedEntry()
  if (lines.length === 0) return null
  return (
    <Notice tone="bad">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  )
}

/** What the panel shows: the form for user and password, that for an e-mail address, or the choice between all ways. */
export type LoginFace = 'user' | 'saml' | 'ways'

/** A face that this deployment has; applications ask for a password later, so their people come by user access. */
function allowed(face: LoginFace): LoginFace {
  if (isForApplication()) return 'user'
  return face === 'saml' && !portalConfig().logins.saml ? 'user' : face
}

/** Everything with which somebody can log in. */
export function LoginPanel({ first = 'user' }: { first?: LoginFace }) {
  const [face, setFace] = useState(() => allowed(first))
  const goBack = () => setFace(first === 'ways' ? 'ways' : 'user')
  if (face === 'saml') return <SamlFace onBack={goBack} />
  if (face === 'ways') return <WaysFace onFace={setFace} />
  return <UserFace onFace={setFace} onBack={first === 'ways' && !isForApplication() ? goBack : undefined} />
}

/** What the log-in is for; who is on the way back from a provider learns that it goes on. */
function usePurpose(): string | undefined {
  const t = useText()
  const wanted = usePlace(({ state }) => state.wanted)
  if (isForApplication()) return undefined
  return isWayBack(wanted) ? t('login.backFromProvider') : t('login.subtitle')
}

function UserFace({ onFace, onBack }: { onFace: (face: LoginFace) => void; onBack: (() => void) | undefined }) {
  const t = useText()
  return (
    <div className={styles.panel}>
      <Head title={t('login.title')} text={usePurpose()} />
      <UserAccessForm />
      {onBack ? <BackLink onBack={onBack} /> : !isForApplication() && <OtherWays onFace={onFace} />}
      <DemoHint />
    </div>
  )
}

/** The form is on the screen already: its button leads to what is still to be typed there. */
function goToForm(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main form input:not([type=checkbox])')]
  const next = fields.find(({ value }) => value === '') ?? fields[0]
  next?.focus()
}

function OtherWays({ onFace }: { onFace: (face: LoginFace) => void }) {
  const t = useText()
  return (
    <>
      {hasProviders() && (
        <>
          <p className={styles.or}>{t('login.continueWith')}</p>
          <ProviderWays userAccess={{ kind: 'default', onChoose: goToForm }} />
        </>
      )}
      <SamlLink onFace={onFace} />
    </>
  )
}

function SamlLink({ onFace }: { onFace: (face: LoginFace) => void }) {
  const t = useText()
  if (!portalConfig().logins.saml) return null
  return (
    <button type="button" className={`${linkClass} ${styles.centred}`} onClick={() => onFace('saml')}>
      {t('login.saml')}
    </button>
  )
}

function SamlFace({ onBack }: { onBack: () => void }) {
  const t = useText()
  return (
    <div className={styles.panel}>
      <Head title={t('login.samlTitle')} text={t('login.samlText')} />
      <SamlForm />
      <BackLink onBack={onBack} />
      <DemoHint />
    </div>
  )
}

function WaysFace({ onFace }: { onFace: (face: LoginFace) => void }) {
  const t = useText()
  return (
    <div className={styles.panel}>
      <Head title={t('login.title')} text={t('login.chooseWay')} />
      <ProviderWays userAccess={{ kind: 'primary', onChoose: () => onFace('user') }} />
      <SamlLink onFace={onFace} />
      <DemoHint />
    </div>
  )
}

function BackLink({ onBack }: { onBack: () => void }) {
  const t = useText()
  return (
    <button type="button" className={`${linkClass} ${styles.centred}`} onClick={onBack}>
      <ArrowLeft size={16} aria-hidden />
      {t('login.back')}
    </button>
  )
}

function Head({ title, text }: { title: ReactNode; text: ReactNode }) {
  return (
    <>
      <div className={styles.head}>
        <span className={styles.logo}>
          <Logo size={40} />
        </span>
        <h1>{title}</h1>
        {text !== undefined && <p className="muted">{text}</p>}
      </div>
      <FailedEntryNotice />
    </>
  )
}
