import { REDIRECT_DELAY_MS } from '@rubrica/domain'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { isFramed } from '../../shared/consent/own-window.ts'
import type { LinkEvent, SigningLink } from '../../shared/session/signing-link.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import styles from './link-end.module.css'
import { tellFrame, wayBack } from './tell-program.ts'

type Decision = 'signed' | 'rejected' | 'later'

/** How the visit of somebody who came by a link ends, be it at its very beginning. */
export type LinkOutcome =
  | { readonly how: 'unknown' }
  | { readonly how: 'used' | 'void' | 'expired' | 'over' | 'ended'; readonly link: SigningLink }
  | { readonly how: Decision; readonly link: SigningLink; readonly fileName: string }

/** The program is told nothing of a link that somebody has opened before: that visit has an end of its own. */
const EVENTS: Readonly<Record<Exclude<LinkOutcome['how'], 'unknown'>, LinkEvent>> = {
  signed: 'signed',
  rejected: 'rejected',
  later: 'later',
  used: 'expired',
  void: 'expired',
  expired: 'expired',
  over: 'expired',
  ended: 'expired',
}

const isDecision = (how: LinkOutcome['how']): how is Decision =>
  how === 'signed' || how === 'rejected' || how === 'later'

interface Stay {
  /** Nobody is led away by itself: there is something else to do here, or it is being asked. */
  readonly stays?: boolean
  /** Just before somebody is led back. */
  readonly onLeave?: () => void
  /** What else can be done. */
  readonly children?: ReactNode
}

/** Says how it ended, and leads back: by itself after what the person has decided, else when they want. */
export function LinkEnd({ stays = false, onLeave, children, ...outcome }: LinkOutcome & Stay) {
  const { how } = outcome
  const link = outcome.how === 'unknown' ? null : outcome.link
  return (
    <div className={styles.visit}>
      <div className={styles.end} role="status">
        <span className={styles.logo}>
          <Logo size={40} />
        </span>
        <Words {...outcome} />
        {link && how !== 'unknown' && <Ending {...{ how, link, stays, onLeave }} />}
      </div>
      {children}
    </div>
  )
}

function Words(outcome: LinkOutcome) {
  const t = useText()
  const { how } = outcome
  const program = outcome.how === 'unknown' ? '' : outcome.link.programName
  const file = 'fileName' in outcome ? outcome.fileName : ''
  const title =
    how === 'signed' || how === 'rejected'
      ? t(`invitation.${how}`, { file })
      : t(how === 'later' ? 'signingLink.laterTitle' : `signingLink.${how}`)
  return (
    <>
      <h1>{title}</h1>
      <p className="muted">{t(`signingLink.${how}Text`, { program })}</p>
    </>
  )
}

interface EndingProps {
  how: Exclude<LinkOutcome['how'], 'unknown'>
  link: SigningLink
  stays: boolean
  onLeave: Stay['onLeave']
}

function Ending({ how, link, stays, onLeave }: EndingProps) {
  const t = useText()
  const event = EVENTS[how]
  const leadBack = () => {
    onLeave?.()
    location.replace(wayBack(link, event))
  }
  const leadsBack = !isFramed() && !link.isOwnWindow
  const endsByItself = isDecision(how) && (leadsBack || link.isOwnWindow) && !stays
  const tell = useEffectEvent(() => tellFrame(link, event))
  useEffect(() => tell(), [])
  // A window that left for a provider's page may be one that no script can close: it says that the person can.
  const end = useEffectEvent(() => (link.isOwnWindow ? window.close() : leadBack()))
  useEffect(() => {
    if (!endsByItself) return undefined
    const timer = setTimeout(() => end(), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [endsByItself])
  if (link.isOwnWindow) return <p>{t('signingLink.closeWindow')}</p>
  if (!leadsBack) return null
  return (
    <>
      {endsByItself && <p className="muted">{t('signingLink.leads', { program: link.programName })}</p>}
      <Button kind="primary" size="large" onClick={leadBack}>
        {t('signingLink.back', { program: link.programName })}
      </Button>
    </>
  )
}
