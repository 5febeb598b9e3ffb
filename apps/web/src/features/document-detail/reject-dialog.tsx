import { MAX_REJECTION_REASON } from '@rubrica/domain'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isNoLongerAvailable } from '../../shared/api/pending-documents.ts'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { useFailureText, useReportFailure } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { pauseForDone } from '../../shared/ui/status/pause-for-done.ts'
import { ProgressStatus } from '../../shared/ui/status/progress-status.tsx'
import { TextAreaField } from '../../shared/ui/fields/text-area-field.tsx'

/** Below this many characters left the counter turns amber. */
const FEW_LEFT = 50

interface RejectDialogProps {
  fileName: string
  /** The call that rejects, with the reason that was given. */
  reject: (reason: string) => Promise<unknown>
  onClose: () => void
  onRejected: () => void
  onGone: () => void
}

/** Rejects, with the message for a failure. */
function useRejection({ reject, onRejected, onGone }: Omit<RejectDialogProps, 'onClose' | 'fileName'>) {
  const failureText = useFailureText()
  const reportFailure = useReportFailure()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: reject,
    onSuccess: () => {
      void pauseForDone().then(onRejected)
    },
    onError: (failure) => {
      if (isNoLongerAvailable(failure)) onGone()
      else reportFailure(failure)
    },
  })
  const shown = error !== null && !isNoLongerAvailable(error) && !isSessionExpiry(error)
  const progress = isPending ? 'working' : isSuccess ? 'done' : null
  return { reject: mutate, progress, problem: shown ? failureText(error) : undefined } as const
}

function RejectionProgress({ done }: { done: boolean }) {
  const t = useText()
  const words = t(done ? 'reject.done' : 'reject.progress', { current: 1, total: 1 })
  return <ProgressStatus words={words} value={done ? 1 : 0} max={1} working={!done} />
}

/** Asks for the reason, and rejects the document for everybody. */
export function RejectDialog({ onClose, fileName, ...rejection }: RejectDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [touched, setTouched] = useState(false)
  const { reject, progress, problem } = useRejection(rejection)
  const busy = progress !== null
  const empty = reason.trim() === ''
  const left = MAX_REJECTION_REASON - reason.length
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title={t('reject.title')}
      description={t('reject.text')}
      onSubmit={() => {
        setTouched(true)
        if (!empty && !busy) reject(reason.trim())
      }}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="danger" disabled={empty} busy={busy}>
            {t('reject.confirm')}
          </Button>
        </>
      }
    >
      <strong>{fileName}</strong>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <TextAreaField
        autoFocus
        required
        label={t('reject.reason')}
        maxLength={MAX_REJECTION_REASON}
        readOnly={busy}
        value={reason}
        onChange={(text) => {
          setReason(text)
          setTouched(true)
        }}
        error={touched && empty ? t('reject.empty') : undefined}
        counter={t('reject.left', { count: left })}
        fewLeft={left < FEW_LEFT}
      />
      {progress && <RejectionProgress done={progress === 'done'} />}
    </Dialog>
  )
}
