import { useMutation } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { guestCalls } from '../../../shared/api/guest-calls.ts'
import { isNoLongerAvailable, type PendingDocument } from '../../../shared/api/pending-documents.ts'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { accessMethod } from '../../../shared/session/session-store.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { acceptedFor } from '../before/accepted.ts'
import { useChangesFace } from '../before/confirm-changes.tsx'
import { useDisclaimerFace } from '../before/disclaimer.tsx'
import { DocumentsToSign } from '../before/documents-to-sign.tsx'
import { useChanges } from '../before/use-changes.ts'
import { BatchSummary } from '../run/batch-summary.tsx'
import { NOTHING_DONE, runBatch, type BatchOutcome } from '../run/run-batch.ts'
import { useReport } from '../run/use-report.ts'
import type { SignDialogProps } from '../sign-dialog.tsx'
import { EmailProof } from './email-proof.tsx'
import { signUnderOneKey } from './sign-under-one-key.ts'

const guidOf = ({ SignerDTO }: PendingDocument) => SignerDTO.SignerGUID

/** Signs for an account of which nothing but an e-mail address is proved: there is nothing to choose, and it says so. */
export function EmailSignDialog({ documents: selected, place, compare, onClose, onDone, onGone }: SignDialogProps) {
  const t = useText()
  const failureText = useFailureText()
  const [all] = useState(selected)
  const changes = useChanges(all)
  const { documents } = changes
  const confirmation = useChangesFace(changes, { compare, onClose })
  const { face, terms } = useDisclaimerFace(documents, onClose)
  const { report, reportAllSigned } = useReport(documents, place)
  const [outcome, setOutcome] = useState<BatchOutcome | null>(null)
  const [count, setCount] = useState(0)
  const isOne = documents.length === 1
  const accepted = { changes: changes.accepted, terms }
  const signOne = (signerGuid: string) =>
    signUnderOneKey(signerGuid, (key) =>
      guestCalls().signByEmail({
        params: { signerGuid },
        headers: { 'idempotency-key': key },
        body: { AccessMethod: accessMethod(), ...acceptedFor(accepted, signerGuid) },
      }),
    )
  const end = (ended: BatchOutcome) => {
    setOutcome(ended)
    const error = ended.failed[0]?.error
    if (ended.signed.length === documents.length) {
      report(ended, false)
      reportAllSigned(ended)
      onDone(ended)
    } else if (isOne && isNoLongerAvailable(error)) onGone()
  }
  const sign = useMutation({
    mutationFn: () =>
      runBatch(
        documents.map(guidOf),
        {
          sign: signOne,
          isStopped: () => false,
          onTurn: ({ signed, failed }) => setCount(signed.length + failed.length),
        },
        // What failed alone is tried anew; of several, the rest is gone on with.
        outcome && !isOne ? { signed: outcome.signed, failed: outcome.failed } : NOTHING_DONE,
      ),
    onSuccess: end,
  })
  const before = confirmation ?? face
  if (before) return <Dialog open onClose={onClose} {...before} />
  const isUnanswered = outcome?.end.why === 'unanswered'
  if (outcome && !isOne && !isUnanswered && !sign.isPending) {
    const close = () => {
      report(outcome, false)
      onDone(outcome)
    }
    return (
      <Dialog
        open
        onClose={close}
        title={t('batch.title', { count: documents.length })}
        actions={
          <Button kind="primary" onClick={close}>
            {t('common.close')}
          </Button>
        }
      >
        <BatchSummary documents={documents} outcome={outcome} />
      </Dialog>
    )
  }
  const failure = isUnanswered
    ? t('signing.unansweredText')
    : outcome?.failed[0] && failureText(outcome.failed[0].error)
  return (
    <Dialog
      open
      busy={sign.isPending}
      onClose={onClose}
      title={
        isOne
          ? t('invitation.signTitle', { file: documents[0]!.FileName })
          : t('batch.title', { count: documents.length })
      }
      description={
        sign.isPending && !isOne ? t('batch.soFar', { count, total: documents.length }) : t('invitation.signText')
      }
      onSubmit={() => sign.mutate()}
      actions={
        <>
          <Button disabled={sign.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" icon={PenLine} busy={sign.isPending}>
            {t(sign.isPending ? 'invitation.signing' : failure === undefined ? 'invitation.sign' : 'common.tryAgain')}
          </Button>
        </>
      }
    >
      <EmailProof />
      <DocumentsToSign documents={documents} />
      {failure !== undefined && !sign.isPending && <Notice tone="bad">{failure}</Notice>}
    </Dialog>
  )
}
