import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { storedLanguage } from '../../shared/i18n/initial-language.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { askForRecovery, isUnknownUser } from './ask-for-recovery.ts'
import { useLoginErrorText } from './use-login-error-text.ts'

/** Sends a message with a link to a new password to the address that the account has. */
export function ForgotPasswordDialog({ user: typed, onClose }: { user: string; onClose: () => void }) {
  const t = useText()
  const language = useLanguage()
  const loginErrorText = useLoginErrorText()
  const [user, setUser] = useState(typed)
  const recovery = useMutation({
    mutationFn: () => askForRecovery({ user: user.trim(), language: storedLanguage() ?? language }),
  })
  const filled = user.trim() !== ''
  if (recovery.isSuccess) return <MessageSent onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      busy={recovery.isPending}
      title={t('entry.forgotTitle')}
      description={t('entry.forgotText')}
      onSubmit={() => filled && !recovery.isPending && recovery.mutate()}
      actions={
        <>
          <Button onClick={onClose} disabled={recovery.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" disabled={!filled} busy={recovery.isPending}>
            {t('entry.forgotSubmit')}
          </Button>
        </>
      }
    >
      {recovery.isError && (
        <Notice tone="bad">
          {isUnknownUser(recovery.error) ? t('entry.unknownUser') : loginErrorText(recovery.error)}
        </Notice>
      )}
      <TextField
        autoFocus
        label={t('login.user')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={255}
        value={user}
        onChange={setUser}
      />
    </Dialog>
  )
}

function MessageSent({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('entry.sentTitle')}
      description={t('entry.sentText')}
      actions={
        <Button kind="primary" autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    />
  )
}
