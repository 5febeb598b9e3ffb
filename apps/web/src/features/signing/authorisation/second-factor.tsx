import { Smartphone } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useAuthenticatorName } from '../../../shared/accounts/use-authenticator-name.ts'
import { useChallengeHint } from '../../../shared/accounts/use-challenge-hint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import { linkClass } from '../../../shared/ui/card.tsx'
import type { Authenticator } from './authorisation-calls.ts'
import type { Authorisation } from './authorisation.ts'
import styles from '../signing.module.css'
import { AskCode } from '../../../shared/proof/ask-code.tsx'
import { useChallengeErrorText } from '../run/use-sign-error-text.ts'

interface AuthenticatorChoiceProps {
  authenticators: readonly Authenticator[]
  onChoose: (id: string) => void
  onClose: () => void
}

/** The ways in which the person can prove who they are, as their provider calls them. */
export function AuthenticatorChoice({ authenticators, onChoose, onClose }: AuthenticatorChoiceProps) {
  const t = useText()
  const name = useId()
  const authenticatorName = useAuthenticatorName()
  const [chosen, setChosen] = useState(authenticators[0]!.Id)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(chosen)
      }}
    >
      <fieldset className={styles.choices}>
        <legend className="sr-only">{t('signing.authenticatorTitle')}</legend>
        {authenticators.map((way) => (
          <label key={way.Id} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={way.Id === chosen}
              autoFocus={way.Id === chosen}
              onChange={() => setChosen(way.Id)}
            />
            <strong className={styles.choiceText}>{authenticatorName(way)}</strong>
            <Smartphone size={20} aria-hidden />
          </label>
        ))}
      </fieldset>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary">
          {t('signing.next')}
        </Button>
      </DialogActions>
    </form>
  )
}

interface ChallengeFormProps {
  hint: string
  busy: boolean
  error: unknown
  authorisation: Authorisation | null
  onClose: () => void
}

/** The answer to the provider's challenge; what was typed is gone with the form. */
export function ChallengeForm({ hint, busy, error, authorisation, onClose }: ChallengeFormProps) {
  const t = useText()
  const challengeErrorText = useChallengeErrorText()
  const challengeHint = useChallengeHint()
  const [challenge, setChallenge] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The button that had the focus waits for another answer.
    if (!busy && error !== null) input.current?.focus()
  }, [busy, error])
  const answer = async () => {
    await authorisation?.answer(challenge)
    setChallenge('')
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (challenge !== '' && !busy) void answer()
      }}
    >
      <AskCode
        ref={input}
        autoFocus
        value={challenge}
        onChange={setChallenge}
        hint={challengeHint(hint)}
        error={error === null ? undefined : challengeErrorText(error)}
      />
      <div>
        <button type="button" className={linkClass} disabled={busy} onClick={() => void authorisation?.begin()}>
          {t('signing.challengeAgain')}
        </button>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" busy={busy} disabled={challenge === ''}>
          {t('signing.next')}
        </Button>
      </DialogActions>
    </form>
  )
}
