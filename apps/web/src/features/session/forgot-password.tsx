import { lazy, Suspense } from 'react'
import { completeTexts } from '../../shared/i18n/language.ts'

const ForgotPasswordDialog = lazy(async () => {
  const [{ ForgotPasswordDialog: Dialog }] = await Promise.all([
    import('./forgot-password-dialog.tsx'),
    completeTexts(),
  ])
  return { default: Dialog }
})

interface ForgotPasswordProps {
  open: boolean
  /** What stands in the form already. */
  user: string
  onClose: () => void
}

/** The dialog that sends a message with a link to a new password; its code comes with its first opening. */
export function ForgotPassword({ open, ...dialog }: ForgotPasswordProps) {
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <ForgotPasswordDialog {...dialog} />
    </Suspense>
  )
}
