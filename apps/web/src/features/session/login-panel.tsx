import { lazy, Suspense, useState } from 'react'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { completeTexts } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePlace } from '../../shared/router/use-router.tsx'
import { isForApplication } from '../../shared/session/entry/application-request.ts'
import { linkClass } from '../../shared/ui/card.tsx'
import { DemoHint } from './demo-hint.tsx'
import { isWayBack } from './is-way-back.ts'
import styles from './login-panel.module.css'
import { BackLink, Head } from './panel-parts.tsx'
import { hasProviders, ProviderWays } from './provider-ways.tsx'
import { UserAccessForm, type HalfLogin } from './user-access-form.tsx'

/** Most people see none of these. */
const moreWays = async () => (await Promise.all([import('./more-ways.ts'), completeTexts('profile')]))[0]
const PasskeyWay = lazy(async () => ({ default: (await moreWays()).PasskeyWay }))
const SamlFace = lazy(async () => ({ default: (await moreWays()).SamlFace }))
const SecondStep = lazy(async () => ({ default: (await moreWays()).SecondStep }))

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
  const [half, setHalf] = useState<HalfLogin>()
  const goBack = () => setFace(first === 'ways' ? 'ways' : 'user')
  if (half || face === 'saml') {
    return (
      <Suspense>
        {half ? <SecondStep half={half} onBack={() => setHalf(undefined)} /> : <SamlFace onBack={goBack} />}
      </Suspense>
    )
  }
  if (face === 'ways') return <WaysFace onFace={setFace} />
  const onBack = first === 'ways' && !isForApplication() ? goBack : undefined
  return <UserFace onFace={setFace} onHalfWay={setHalf} onBack={onBack} />
}

/** What the log-in is for; who is on the way back from a provider learns that it goes on. */
function usePurpose(): string | undefined {
  const t = useText()
  const wanted = usePlace(({ state }) => state.wanted)
  if (isForApplication()) return undefined
  return isWayBack(wanted) ? t('login.backFromProvider') : t('login.subtitle')
}

interface UserFaceProps {
  onFace: (face: LoginFace) => void
  onHalfWay: (half: HalfLogin) => void
  onBack: (() => void) | undefined
}

function UserFace({ onFace, onHalfWay, onBack }: UserFaceProps) {
  const t = useText()
  return (
    <div className={styles.panel}>
      <Head title={t('login.title')} text={usePurpose()} />
      <UserAccessForm onHalfWay={onHalfWay} />
      <Suspense>
        <PasskeyWay />
      </Suspense>
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
