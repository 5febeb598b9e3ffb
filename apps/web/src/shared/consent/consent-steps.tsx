import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { linkClass } from '../ui/card.tsx'
import { DialogActions } from '../ui/overlays/dialog-actions.tsx'
import { Notice } from '../ui/status/notice.tsx'
import { ConsentError } from './consent-error.tsx'
import { consentIdentityQuery } from './consent-identity.ts'
import type { Consent, ConsentStage } from './consent.ts'
import styles from './consent.module.css'
import { IdentityFacts } from './identity-facts.tsx'

interface ConsentStepsProps {
  consent: Consent
  stage: ConsentStage
  /** Product name of who asks for the confirmation. */
  provider: string
  errorText: (error: unknown) => string
  /** Another way out of the first step, beside the button that leaves. */
  children?: ReactNode
  onClose: () => void
}

/** Who will sign and what is going to happen. */
function Confirming({ consent, stage, provider, errorText, onClose, children }: StepOf<'confirming'>) {
  const t = useText()
  const { data, isFetching } = useQuery(consentIdentityQuery)
  return (
    <>
      {stage.error !== null && <ConsentError error={stage.error} errorText={errorText} />}
      <p>{t('consent.intro', { provider })}</p>
      <IdentityFacts />
      <ol className={styles.steps}>
        <li>{t('consent.stepPage', { provider })}</li>
        <li>{t('consent.stepConfirm')}</li>
        <li>{t('consent.stepBack')}</li>
      </ol>
      {children}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          kind="primary"
          iconAfter={ExternalLink}
          autoFocus
          // Who signs is read first.
          busy={stage.asking || (!data && isFetching)}
          disabled={!isFetching && !data?.Phone}
          onClick={() => void consent.ask()}
        >
          {t('consent.ask', { provider })}
        </Button>
      </DialogActions>
      <p className="sr-only" role="status">
        {stage.asking && t('consent.asking', { provider })}
      </p>
    </>
  )
}

/** The way to the provider's page, where the browser has not opened it or the person has closed it. */
function PageLink({ address, className, provider }: { address: string; className?: string; provider: string }) {
  const t = useText()
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={className}>
      {t('consent.openPage', { provider })}
      <ExternalLink size={18} aria-hidden />
    </a>
  )
}

/** What the person finds of the provider's page. */
function Page({ address, isBlocked, provider }: { address: string; isBlocked: boolean; provider: string }) {
  const t = useText()
  if (isBlocked) {
    return (
      <>
        <Notice tone="warn">{t('consent.blocked', { provider })}</Notice>
        <PageLink {...{ address, provider }} className={buttonClass({ kind: 'primary' })} />
      </>
    )
  }
  return (
    <>
      <p>{t('consent.opened', { provider })}</p>
      <p>
        <PageLink {...{ address, provider }} className={linkClass} />
      </p>
    </>
  )
}

/** The person is on the provider's page, or could be, or has their phone in their hands. */
function Waiting({ consent, stage, provider, errorText, onClose }: StepOf<'waiting'>) {
  const t = useText()
  const { address, isBlocked, checking, error } = stage
  return (
    <>
      {error !== null && <ConsentError error={error} errorText={errorText} />}
      {address === null ? <p>{t('consent.onPhone', { provider })}</p> : <Page {...{ address, isBlocked, provider }} />}
      <p className="muted">{t('consent.stays')}</p>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
        <Button
          kind={isBlocked ? 'default' : 'primary'}
          autoFocus
          busy={checking}
          onClick={() => void consent.complete(true)}
        >
          {t(error === null ? 'consent.confirmed' : 'common.tryAgain')}
        </Button>
      </DialogActions>
      <p className="sr-only" role="status">
        {checking && t('consent.checking')}
      </p>
    </>
  )
}

/** What was asked for has come to nothing. */
function Over({ consent, stage, provider, errorText, onClose }: StepOf<'over'>) {
  const t = useText()
  return (
    <>
      <ConsentError error={stage.error} errorText={errorText} />
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
        <Button
          kind="primary"
          iconAfter={ExternalLink}
          autoFocus
          busy={stage.asking}
          onClick={() => void consent.ask()}
        >
          {t('consent.askAgain')}
        </Button>
      </DialogActions>
      <p className="sr-only" role="status">
        {stage.asking && t('consent.asking', { provider })}
      </p>
    </>
  )
}

type StepOf<At extends ConsentStage['at']> = Omit<ConsentStepsProps, 'stage'> & {
  stage: Extract<ConsentStage, { at: At }>
}

/** The content of a dialog in which a signature is confirmed on a page of the provider. */
export function ConsentSteps({ stage, ...props }: ConsentStepsProps) {
  return (
    <div className={styles.consent}>
      {stage.at === 'confirming' && <Confirming {...props} stage={stage} />}
      {stage.at === 'waiting' && <Waiting {...props} stage={stage} />}
      {stage.at === 'over' && <Over {...props} stage={stage} />}
    </div>
  )
}
