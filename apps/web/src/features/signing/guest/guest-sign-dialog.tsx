import { useMutation } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { guestCalls } from '../../../shared/api/guest-calls.ts'
import { isNoLongerAvailable, type PendingDocument } from '../../../shared/api/pending-documents.ts'
import { useFailureText, useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { useDisclaimerFace } from '../before/disclaimer.tsx'
import { EmailProof } from './email-proof.tsx'
import { signUnderOneKey } from './sign-under-one-key.ts'

interface GuestSignDialogProps {
  document: PendingDocument
  onClose: () => void
  onSigned: () => void
  onGone: () => void
}

/** Signs for somebody of whom nothing but an e-mail address is proved, and says so. */
export function GuestSignDialog({ document, onClose, onSigned, onGone }: GuestSignDialogProps) {
  const t = useText()
  const failureText = useFailureText()
  const reportFailure = useReportFailure()
  const { SignerGUID: signerGuid } = document.SignerDTO
  const { face, terms } = useDisclaimerFace([document], onClose)
  const digest = terms.get(signerGuid)
  const sign = useMutation({
    mutationFn: () =>
      signUnderOneKey(signerGuid, (key) =>
        guestCalls().signAsGuest({
          headers: { 'idempotency-key': key },
          body: { ...(digest !== undefined && { AcceptedDisclaimer: digest }) },
        }),
      ),
    onSuccess: onSigned,
    onError: (error) => {
      if (isNoLongerAvailable(error)) onGone()
      else reportFailure(error)
    },
  })
  if (face) return <Dialog open onClose={onClose} {...face} />
  return (
    <Dialog
      open
      busy={sign.isPending}
      onClose={onClose}
      title={t('invitation.signTitle', { file: document.FileName })}
      description={t('invitation.signText')}
      onSubmit={() => sign.mutate()}
      actions={
        <>
          <Button disabled={sign.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" icon={PenLine} busy={sign.isPending}>
            {t(sign.isPending ? 'invitation.signing' : 'invitation.sign')}
          </Button>
        </>
      }
    >
      <EmailProof />
      {sign.isError && !isNoLongerAvailable(sign.error) && <Notice tone="bad">{failureText(sign.error)}</Notice>}
    </Dialog>
  )
}
