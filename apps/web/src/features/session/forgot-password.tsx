import { lazy, Suspense, useState } from 'react'
import { completeTexts } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { linkClass } from '../../shared/ui/card.tsx'

const ForgotPasswordDialog = lazy(async () => {
  const [{ ForgotPasswordDialog: Dialog }] = await Promise.all([
    import('./forgot-password-dialog.tsx'),
    completeTexts(),
  ])
  return { default: Dialog }
})

/**
 * Opens the dialog that sends a message with a link to a new password.
 * @param user what stands in the form already
 */
export function ForgotPassword({ user }: { user: string }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={linkClass} onClick={() => setOpen(true)}>
        {t('login.forgot')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ForgotPasswordDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
