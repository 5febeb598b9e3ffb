import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { encode } from 'uqr'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { linkClass } from '../ui/card.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Notice } from '../ui/status/notice.tsx'
import type { AddedFactor, FactorCalls } from './factor-calls.ts'
import styles from './factor.module.css'
import { asksForPassword, OwnerPassword } from './owner-password.tsx'
import { ChallengeState } from './show-factor.tsx'
import { useFactorErrorText } from './use-factor-error-text.ts'

interface SetupTotpProps {
  calls: FactorCalls
  onAdded: (added: AddedFactor) => void
}

/** The secret that is set up, asked for once, or with the password that the server wants. */
function useTotpSetup(calls: FactorCalls) {
  const id = useId()
  const password = useRef('')
  const setup = useQuery({
    queryKey: ['totp-setup', id],
    queryFn: ({ signal }) => {
      const { current } = password
      // Each is tried once: another try of a wrong one would cost one.
      password.current = ''
      return calls.beginTotp({ signal, ...(current !== '' && { body: { CurrentPassword: current } }) })
    },
    // Another question makes another secret, and the app would have the one before.
    ...{ staleTime: Infinity, gcTime: 0, retry: false, refetchOnReconnect: false },
  })
  const beginWith = (typed: string) => {
    password.current = typed
    void setup.refetch()
  }
  return { ...setup, beginWith }
}

/** Sets up an authenticator app: by its camera or by hand, and then a code of it. */
export function SetupTotp({ calls, onAdded }: SetupTotpProps) {
  const t = useText()
  const errorText = useFactorErrorText()
  const [code, setCode] = useState('')
  const setup = useTotpSetup(calls)
  const adding = useMutation({
    mutationFn: () => calls.addTotp({ body: { Code: code } }),
    onSuccess: onAdded,
    onError: () => setCode(''),
  })
  if (asksForPassword(setup.error)) {
    return <PasswordForm error={setup.error} onPassword={setup.beginWith} />
  }
  if (!setup.data) return <ChallengeState error={setup.error} onRetry={() => void setup.refetch()} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !adding.isPending) adding.mutate()
  }
  return (
    <form className={styles.setup} noValidate onSubmit={submit}>
      <p>{t('factors.scan')}</p>
      <QrSymbol text={setup.data.Address} label={t('factors.qr')} />
      <a className={`${linkClass} ${styles.openApp}`} href={setup.data.Address}>
        {t('factors.openApp')}
      </a>
      <TextField
        readOnly
        className={styles.secret}
        label={t('factors.secret')}
        hint={t('factors.secretHint')}
        value={setup.data.Secret.replace(/.{4}(?=.)/g, '$& ')}
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      {adding.error && <Notice tone="bad">{errorText(adding.error)}</Notice>}
      <TextField
        label={t('factors.appCode')}
        hint={t('factors.setupHint')}
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        onChange={setCode}
      />
      <Button type="submit" kind="primary" disabled={code.trim() === ''} busy={adding.isPending}>
        {t('factors.confirmApp')}
      </Button>
    </form>
  )
}

interface PasswordFormProps {
  error: unknown
  onPassword: (typed: string) => void
}

function PasswordForm({ error, onPassword }: PasswordFormProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '') onPassword(typed)
  }
  return (
    <form className={styles.setup} noValidate onSubmit={submit}>
      <OwnerPassword error={error} value={typed} onChange={setTyped} />
      <Button type="submit" kind="primary" disabled={typed === ''}>
        {t('factors.confirm')}
      </Button>
    </form>
  )
}

/** Modules of the quiet zone around a symbol (ISO/IEC 18004, 6.3.8). */
const QUIET = 4

function QrSymbol({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET })
  const rows = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="currentcolor" d={rows.join('')} />
    </svg>
  )
}
