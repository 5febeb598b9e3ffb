import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { guestCalls } from '../../../shared/api/guest-calls.ts'
import { isNoLongerAvailable, type PendingDocument } from '../../../shared/api/pending-documents.ts'
import { accessMethod } from '../../../shared/session/session-store.ts'
import { acceptedFor, type Accepted } from '../before/accepted.ts'
import { NOTHING_DONE, runBatch, type BatchOutcome } from '../run/run-batch.ts'
import { useReport } from '../run/use-report.ts'
import type { SignDialogProps } from '../sign-dialog-props.ts'
import { signUnderOneKey } from './sign-under-one-key.ts'

const guidOf = ({ SignerDTO }: PendingDocument) => SignerDTO.SignerGUID

type Ends = Pick<SignDialogProps, 'place' | 'onDone' | 'onGone'>

/** Signs documents one after another for an account without a legal id, and says how it went. */
export function useEmailSigning(
  documents: readonly PendingDocument[],
  { accepted, place, onDone, onGone }: Ends & { accepted: Accepted },
) {
  const { report, reportAllSigned } = useReport(documents, place)
  const [outcome, setOutcome] = useState<BatchOutcome | null>(null)
  const [count, setCount] = useState(0)
  const isOne = documents.length === 1
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
    if (ended.signed.length === documents.length) {
      report(ended, false)
      reportAllSigned(ended)
      onDone(ended)
    } else if (isOne && isNoLongerAvailable(ended.failed[0]?.error)) onGone()
  }
  const sign = useMutation({
    mutationFn: () => {
      const onTurn = ({ signed, failed }: typeof NOTHING_DONE) => setCount(signed.length + failed.length)
      // What failed alone is tried anew; of several, the rest is gone on with.
      const from = outcome && !isOne ? outcome : NOTHING_DONE
      return runBatch(documents.map(guidOf), { sign: signOne, isStopped: () => false, onTurn }, from)
    },
    onSuccess: end,
  })
  const isUnanswered = outcome?.end.why === 'unanswered'
  return {
    isOne,
    isBusy: sign.isPending,
    /** How many are tried. */
    count,
    start: () => sign.mutate(),
    isUnanswered,
    /** Why the only document is not signed. */
    error: isOne ? outcome?.failed[0]?.error : undefined,
    /** Of several, some of which are not signed. */
    summary: outcome && !isOne && !isUnanswered && !sign.isPending ? outcome : null,
    endSummary: (ended: BatchOutcome) => {
      report(ended, false)
      onDone(ended)
    },
  }
}

export type EmailSigning = ReturnType<typeof useEmailSigning>
