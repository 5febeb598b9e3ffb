import { PenLine } from 'lucide-react'
import { useState } from 'react'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { useChangesFace } from '../before/confirm-changes.tsx'
import { useDisclaimerFace } from '../before/disclaimer.tsx'
import { DocumentsToSign } from '../before/documents-to-sign.tsx'
import { useChanges } from '../before/use-changes.ts'
import { BatchSummary } from '../run/batch-summary.tsx'
import type { BatchOutcome } from '../run/run-batch.ts'
import type { SignDialogProps } from '../sign-dialog-props.ts'
import { EmailProof } from './email-proof.tsx'
import { useEmailSigning, type EmailSigning } from './use-email-signing.ts'

/** Signs for an account of which nothing but an e-mail address is proved: there is nothing to choose, and it says so. */
export function EmailSignDialog({ documents: selected, place, compare, onClose, onDone, onGone }: SignDialogProps) {
  // What is signed changes in this dialog alone, whatever happens to the selection meanwhile.
  const [all] = useState(selected)
  const changes = useChanges(all)
  const { documents } = changes
  const confirmation = useChangesFace(changes, { compare, onClose })
  const { face, terms } = useDisclaimerFace(documents, onClose)
  const accepted = { changes: changes.accepted, terms }
  const signing = useEmailSigning(documents, { accepted, place, onDone, onGone })
  const before = confirmation ?? face
  if (before) return <Dialog open onClose={onClose} {...before} />
  const { summary, endSummary } = signing
  if (summary) return <Summary documents={documents} outcome={summary} onClose={() => endSummary(summary)} />
  return <Asking {...{ documents, signing, onClose }} />
}

interface AskingProps {
  documents: readonly PendingDocument[]
  signing: EmailSigning
  onClose: () => void
}

function Asking({ documents, signing, onClose }: AskingProps) {
  const t = useText()
  const failureText = useFailureText()
  const { isOne, isBusy, count, start, isUnanswered, error } = signing
  const total = documents.length
  const failure = isUnanswered ? t('signing.unansweredText') : error !== undefined && failureText(error)
  const verb = failure === false ? t('invitation.sign') : t('common.tryAgain')
  return (
    <Dialog
      open
      busy={isBusy}
      onClose={onClose}
      title={isOne ? t('invitation.signTitle', { file: documents[0]!.FileName }) : t('batch.title', { count: total })}
      description={isBusy && !isOne ? t('batch.soFar', { count, total }) : t('invitation.signText')}
      onSubmit={start}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" icon={PenLine} busy={isBusy}>
            {isBusy ? t('invitation.signing') : verb}
          </Button>
        </>
      }
    >
      <EmailProof />
      <DocumentsToSign documents={documents} />
      {failure !== false && !isBusy && <Notice tone="bad">{failure}</Notice>}
    </Dialog>
  )
}

interface SummaryProps {
  documents: readonly PendingDocument[]
  outcome: BatchOutcome
  onClose: () => void
}

/** Which of several are signed, and why the others are not. */
function Summary({ documents, outcome, onClose }: SummaryProps) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('batch.title', { count: documents.length })}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <BatchSummary documents={documents} outcome={outcome} />
    </Dialog>
  )
}
