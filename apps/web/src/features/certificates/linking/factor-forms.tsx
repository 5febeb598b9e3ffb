import { MAX_PASSWORD } from '@rubrica/domain'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { isAnswerRefused, isOfTheHolder } from '../../../shared/accounts/provider-errors.ts'
import { useAuthenticatorName } from '../../../shared/accounts/use-authenticator-name.ts'
import { useChallengeHint } from '../../../shared/accounts/use-challenge-hint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { linkClass } from '../../../shared/ui/card.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import styles from './linking.module.css'
import { ChoiceField } from '../upload/choice-field.tsx'
import { useAccountErrorText } from '../account/use-account-error-text.ts'
import { AskingStatus } from './asking-status.tsx'
import type { LinkStep } from './linking.ts'
import type { Linking } from './use-linking.ts'

interface StepFormProps<At extends LinkStep['at']> {
  step: Extract<LinkStep, { at: At }>
  provider: string
  linking: Linking
}

interface StepFrameProps {
  provider: string
  linking: Linking
  /** What has to be there to go on. */
  ready: boolean
  confirm: string
  onSubmit: () => void
  children: ReactNode
}

/** A step after the first: it can be left to the one before, and to none at all. */
function StepFrame({ provider, linking, ready, confirm, onSubmit, children }: StepFrameProps) {
  const t = useText()
  const { busy } = linking
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !busy) onSubmit()
      }}
    >
      {children}
      <div className={styles.formActions}>
        <Button type="submit" kind="primary" disabled={!ready && !busy} busy={busy}>
          {confirm}
        </Button>
        <Button onClick={linking.back}>{t('certificates.account.back')}</Button>
        <Button kind="ghost" onClick={linking.cancel}>
          {t('common.cancel')}
        </Button>
        <AskingStatus provider={provider} busy={busy} />
      </div>
    </form>
  )
}

/** The ways in which the person can prove who they are. */
export function AuthenticatorForm({ step, provider, linking }: StepFormProps<'authenticators'>) {
  const t = useText()
  const accountErrorText = useAccountErrorText(provider)
  const authenticatorName = useAuthenticatorName()
  const [chosen, setChosen] = useState(step.chosen ?? step.authenticators[0]!.Id)
  return (
    <StepFrame
      {...{ provider, linking }}
      ready
      confirm={t('certificates.account.next')}
      onSubmit={() => void linking.choose(chosen)}
    >
      <ChoiceField
        legend={t('certificates.account.way')}
        choices={step.authenticators.map((way) => ({ id: way.Id, label: authenticatorName(way) }))}
        selected={chosen}
        onSelect={setChosen}
        focused
        disabled={linking.busy}
      />
      {linking.error !== null && <Notice tone="bad">{accountErrorText(linking.error)}</Notice>}
    </StepFrame>
  )
}

/** The answer to the provider's challenge. It is gone as soon as it is sent. */
export function ChallengeForm({ step, provider, linking }: StepFormProps<'challenge'>) {
  const t = useText()
  const accountErrorText = useAccountErrorText(provider)
  const authenticatorName = useAuthenticatorName()
  const challengeHint = useChallengeHint()
  const [challenge, setChallenge] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { busy, error } = linking
  useEffect(() => {
    if (!busy) input.current?.focus()
  }, [busy])
  const { hint, chosen } = step
  const refusal = (what: unknown) => (isAnswerRefused(what) ? t('signing.challengeRefused') : accountErrorText(what))
  return (
    <StepFrame
      {...{ provider, linking }}
      ready={challenge !== ''}
      confirm={t('certificates.account.authorise')}
      onSubmit={() => {
        setChallenge('')
        void linking.answer(challenge)
      }}
    >
      <TextField
        ref={input}
        label={t('certificates.account.code')}
        hint={challengeHint(hint) ?? t('certificates.account.codeText', { provider, way: authenticatorName(chosen) })}
        required
        disabled={busy}
        maxLength={MAX_PASSWORD}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="numeric"
        value={challenge}
        onChange={(text) => setChallenge(text.trim())}
        error={error === null || isOfTheHolder(error) ? undefined : refusal(error)}
      />
      {isOfTheHolder(error) && <Notice tone="bad">{refusal(error)}</Notice>}
      <NewCode linking={linking} onAsk={() => void linking.choose(chosen.Id)} />
    </StepFrame>
  )
}

/** Asks for the same challenge again, as when its text message got lost. */
function NewCode({ linking, onAsk }: { linking: Linking; onAsk: () => void }) {
  const t = useText()
  const { busy, askedAnew } = linking
  return (
    <div>
      <button
        type="button"
        className={linkClass}
        aria-disabled={busy || undefined}
        onClick={() => {
          if (!busy) onAsk()
        }}
      >
        {t('certificates.account.newCode')}
      </button>
      <span className="sr-only" role="status">
        {askedAnew && t('certificates.account.newCodeAsked')}
      </span>
    </div>
  )
}
