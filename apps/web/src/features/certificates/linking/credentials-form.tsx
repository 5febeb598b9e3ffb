import { MAX_PASSWORD } from '@rubrica/domain'
import type { LinkField } from '@rubrica/providers/manifests'
import { useEffect, useRef, useState } from 'react'
import { isOfTheCode } from '../../../shared/accounts/provider-errors.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import type { LinkableManifest, LinkFields } from '../account/account-calls.ts'
import styles from './linking.module.css'
import { fieldsToSend, isFilled, withoutSecrets } from '../link-fields.ts'
import { useAccountErrorText } from '../account/use-account-error-text.ts'
import { AskingStatus } from './asking-status.tsx'
import type { Linking } from './use-linking.ts'

interface CredentialsFormProps {
  manifest: LinkableManifest
  linking: Linking
  /** An error has been said in a toast (spec §8), and does not stand here as well. */
  isShownInToast: boolean
  /** The person types nothing: they log in on the provider's page. */
  logsInThere: boolean
}

/** Puts the cursor where the person goes on after an error: the first field that has to be filled again. */
function useFocusAfterError(error: unknown) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error === null) return
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])]
    inputs.find(({ required, value }) => required && value === '')?.focus()
  }, [error])
  return form
}

/** What the provider asks for, from its manifest. Passwords and codes are gone as soon as they are sent. */
export function CredentialsForm({ manifest, linking, isShownInToast, logsInThere }: CredentialsFormProps) {
  const t = useText()
  const accountErrorText = useAccountErrorText(manifest.label)
  const [typed, setTyped] = useState<LinkFields>({})
  const fields = logsInThere ? [] : manifest.link.fields
  const { busy, error } = linking
  const form = useFocusAfterError(busy ? null : error)
  const codeField = fields.find(({ kind }) => kind === 'code')
  const codeError = codeField !== undefined && isOfTheCode(error) ? accountErrorText(error) : undefined
  const ready = isFilled(fields, typed)

  const submit = () => {
    if (!ready || busy) return
    setTyped(withoutSecrets(fields, typed))
    void linking.authorise(fieldsToSend(fields, typed))
  }
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {fields.map((field) => (
        <CredentialField
          key={field.name}
          field={field}
          value={typed[field.name] ?? ''}
          disabled={busy}
          error={field === codeField ? codeError : undefined}
          onChange={(value) => setTyped((now) => ({ ...now, [field.name]: value }))}
        />
      ))}
      {error !== null && codeError === undefined && !isShownInToast && (
        <Notice tone="bad">{accountErrorText(error)}</Notice>
      )}
      {linking.isRunOut && <Notice tone="bad">{t('certificates.account.runOut', { provider: manifest.label })}</Notice>}
      <div className={styles.formActions}>
        <Button type="submit" kind="primary" disabled={!ready && !busy} busy={busy}>
          <ConfirmText manifest={manifest} logsInThere={logsInThere} />
        </Button>
        {!ready && !busy && <p className="muted">{t('certificates.account.fillFields')}</p>}
        <AskingStatus provider={manifest.label} busy={busy} />
      </div>
    </form>
  )
}

/** What the button does that sends the form. */
function ConfirmText({ manifest, logsInThere }: Pick<CredentialsFormProps, 'manifest' | 'logsInThere'>) {
  const t = useText()
  if (logsInThere) return t('certificates.account.goThere', { provider: manifest.label })
  return t(manifest.link.secondFactor ? 'certificates.account.next' : 'certificates.account.authorise')
}

interface CredentialFieldProps {
  field: LinkField
  value: string
  disabled: boolean
  error: string | undefined
  onChange: (value: string) => void
}

function CredentialField({ field, ...rest }: CredentialFieldProps) {
  const t = useText()
  const shared = {
    ...rest,
    label: t(`certificates.account.fields.${field.name}`),
    required: field.optional !== true,
    maxLength: MAX_PASSWORD,
    // What a browser keeps for this address is the portal's own name and password.
    autoComplete: 'off',
  }
  if (field.kind === 'secret') return <PasswordField {...shared} />
  const plain = { ...shared, autoCapitalize: 'none', spellCheck: false }
  if (field.kind === 'text') return <TextField {...plain} />
  return (
    <TextField
      {...plain}
      inputMode="numeric"
      autoComplete="one-time-code"
      hint={field.optional ? t('certificates.account.otpHint') : undefined}
    />
  )
}
