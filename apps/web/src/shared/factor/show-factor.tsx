import { KeyRound } from 'lucide-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { linkClass } from '../ui/card.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { BusyStatus } from '../ui/status/busy-status.tsx'
import { Notice } from '../ui/status/notice.tsx'
import type { FactorCalls, FactorChallenge } from './factor-calls.ts'
import styles from './factor.module.css'
import { knowsPasskeys } from './knows-passkeys.ts'
import { nameBrowser } from './name-browser.ts'
import { showPasskey } from './passkeys.ts'
import { useFactorErrorText } from './use-factor-error-text.ts'

/** The question by what the person can show themselves, asked once for each place that it is answered in. */
export function useFactorChallenge(calls: FactorCalls) {
  const id = useId()
  return useQuery({
    queryKey: ['factor-challenge', id],
    queryFn: ({ signal }) => calls.askFactor({ signal }),
    // It answers once, and to nobody else.
    ...{ staleTime: Infinity, gcTime: 0, retry: false },
  })
}

type Shown = Parameters<FactorCalls['confirmFactor']>[0]['body']

interface ShowFactorProps {
  calls: FactorCalls
  challenge: FactorChallenge
  /** Asks for another challenge: one that a passkey has answered, right or wrong, is used up. */
  onUsedUp: () => void
  /** The person may have this browser remembered. */
  mayRemember?: boolean
  onShown: (token: string) => void
}

/** Asks for the second factor: a passkey, a code of the app, or a recovery code. */
export function ShowFactor({ calls, challenge, onUsedUp, mayRemember = false, onShown }: ShowFactorProps) {
  const t = useText()
  const errorText = useFactorErrorText()
  const [remembers, setRemembers] = useState(false)
  const showing = useMutation({
    mutationFn: async (shown: () => Promise<Shown>) => {
      const RememberAs = remembers ? nameBrowser(navigator.userAgent) : undefined
      return calls.confirmFactor({ body: { ...(await shown()), ...(RememberAs !== undefined && { RememberAs }) } })
    },
    onSuccess: ({ access_token: token }) => onShown(token),
  })
  const { Passkey: request } = challenge
  const hasPasskey = request !== null && knowsPasskeys()
  const usePasskey = () =>
    showing.mutate(async () => ({ Assertion: await showPasskey(request!) }), { onError: onUsedUp })
  return (
    <div className={styles.ways}>
      {showing.error && <Notice tone="bad">{errorText(showing.error)}</Notice>}
      {hasPasskey && (
        <Button autoFocus kind="primary" size="large" icon={KeyRound} busy={showing.isPending} onClick={usePasskey}>
          {t('factors.usePasskey')}
        </Button>
      )}
      <CodeForm
        challenge={challenge}
        isOnly={!hasPasskey}
        busy={showing.isPending}
        onCode={(shown) => showing.mutate(() => Promise.resolve(shown))}
      />
      {mayRemember && <Checkbox label={t('factors.rememberBrowser')} checked={remembers} onChange={setRemembers} />}
    </div>
  )
}

interface CodeFormProps {
  challenge: FactorChallenge
  /** There is no other way. */
  isOnly: boolean
  busy: boolean
  onCode: (shown: Shown) => void
}

function CodeForm({ challenge: { HasTotp, RecoveryCodes }, isOnly, busy, onCode }: CodeFormProps) {
  const t = useText()
  const [way, setWay] = useState<'app' | 'recovery' | 'none'>(HasTotp ? 'app' : 'none')
  if (way === 'none' && RecoveryCodes === 0) return isOnly && <Notice tone="warn">{t('factors.noWay')}</Notice>
  const link = `${linkClass} ${styles.other}`
  return (
    <>
      {way !== 'none' && <CodeField key={way} way={way} isOnly={isOnly} busy={busy} onCode={onCode} />}
      {way !== 'recovery' && RecoveryCodes > 0 && (
        <button type="button" className={link} onClick={() => setWay('recovery')}>
          {t('factors.useRecoveryCode')}
        </button>
      )}
      {way === 'recovery' && HasTotp && (
        <button type="button" className={link} onClick={() => setWay('app')}>
          {t('factors.useApp')}
        </button>
      )}
    </>
  )
}

/** How each of the two is typed. */
const TYPED = {
  app: { inputMode: 'numeric', autoCapitalize: 'none' },
  recovery: { inputMode: 'text', autoCapitalize: 'characters' },
} as const

function CodeField({ way, isOnly, busy, onCode }: Omit<CodeFormProps, 'challenge'> & { way: keyof typeof TYPED }) {
  const t = useText()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '' || busy) return
    onCode(way === 'app' ? { Code: code } : { RecoveryCode: code })
    setCode('')
    field.current?.focus()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        {...TYPED[way]}
        ref={field}
        autoFocus={isOnly || way === 'recovery'}
        label={t(`factors.${way}Code`)}
        hint={t(`factors.${way}Hint`)}
        required
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={setCode}
      />
      <Button type="submit" kind={isOnly ? 'primary' : 'default'} disabled={code.trim() === ''} busy={busy}>
        {t('factors.confirm')}
      </Button>
    </form>
  )
}

/** What is shown until the challenge is there, or instead of it. */
export function ChallengeState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText()
  const errorText = useFactorErrorText()
  if (!error) return <BusyStatus words={t('common.loading')} />
  return (
    <Notice tone="bad">
      <p>{errorText(error)}</p>
      <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
    </Notice>
  )
}
