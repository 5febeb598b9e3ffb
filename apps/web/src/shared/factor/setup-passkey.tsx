import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Notice } from '../ui/status/notice.tsx'
import type { AddedFactor, FactorCalls } from './factor-calls.ts'
import styles from './factor.module.css'
import { nameBrowser } from './name-browser.ts'
import { asksForPassword, OwnerPassword } from './owner-password.tsx'
import { makePasskey } from './passkeys.ts'
import { useFactorErrorText } from './use-factor-error-text.ts'

interface SetupPasskeyProps {
  calls: FactorCalls
  onAdded: (added: AddedFactor) => void
}

/** Has the browser make a passkey, under a name by which the person will know it again. */
export function SetupPasskey({ calls, onAdded }: SetupPasskeyProps) {
  const t = useText()
  const errorText = useFactorErrorText()
  const [name, setName] = useState(() => nameBrowser(navigator.userAgent))
  const [password, setPassword] = useState<string>()
  const adding = useMutation({
    mutationFn: async () => {
      const owner = password === undefined ? {} : { body: { CurrentPassword: password } }
      const Attestation = await makePasskey(await calls.beginPasskey(owner))
      return calls.addPasskey({ body: { Name: name.trim(), Attestation } })
    },
    onSuccess: onAdded,
    onError: (error) => asksForPassword(error) && setPassword(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && password !== '' && !adding.isPending) adding.mutate()
  }
  return (
    <form className={styles.setup} noValidate onSubmit={submit}>
      <p>{t('factors.passkeyText')}</p>
      {adding.error && !asksForPassword(adding.error) && <Notice tone="bad">{errorText(adding.error)}</Notice>}
      <TextField
        autoFocus
        label={t('factors.passkeyName')}
        hint={t('factors.passkeyNameHint')}
        required
        maxLength={100}
        value={name}
        onChange={setName}
      />
      {password !== undefined && <OwnerPassword error={adding.error} value={password} onChange={setPassword} />}
      <Button type="submit" kind="primary" disabled={name.trim() === '' || password === ''} busy={adding.isPending}>
        {t('factors.makePasskey')}
      </Button>
    </form>
  )
}
