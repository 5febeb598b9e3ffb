import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import {
  forgetPendingDocuments,
  reloadPendingDocuments,
  type PendingDocument,
} from '../../../shared/api/pending-documents.ts'
import { useFailureText, useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { unselectDocuments } from '../../../shared/selection/selection-store.ts'
import { remarkOnSessionExpiry } from '../../../shared/session/session-expiry.ts'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import type { Place } from '../elsewhere-flow.ts'
import { isOver } from './failure-scope.ts'
import type { BatchOutcome } from './run-batch.ts'
import { useShowSigned, useReportSigned } from '../signed/use-report-signed.ts'
import { useSignErrorText } from './use-sign-error-text.ts'

/** The signers whose document is signed now, or over. */
function endedSigners({ signed, failed }: BatchOutcome): ReadonlySet<string> {
  return new Set([...signed, ...failed.filter(({ error }) => isOver(error)).map(({ guid }) => guid)])
}

/** What has to be done and said when signing has ended, beside what its dialog shows (spec §4 and §8). */
export function useReport(documents: readonly PendingDocument[], place: Place) {
  const t = useText()
  const signErrorText = useSignErrorText()
  const reportFailure = useReportFailure(signErrorText)
  const failureText = useFailureText(signErrorText)
  const reportSigned = useReportSigned()
  const showSigned = useShowSigned()
  const total = documents.length
  const signedOf = (signed: readonly string[]) =>
    documents
      .filter(({ SignerDTO }) => signed.includes(SignerDTO.SignerGUID))
      .map(({ DocGUI, FileName }) => ({ docGuid: DocGUI, fileName: FileName }))

  /** What the dialog would have said of the only document. */
  const sayOfTheOnly = ({ failed, end }: BatchOutcome) => {
    const error = failed[0]?.error ?? (end.why === 'error' ? end.error : undefined)
    if (end.why === 'unanswered') showToast('info', t('signing.unansweredText'))
    else if (error !== undefined && !isSessionExpiry(error)) showToast('error', failureText(error))
  }
  const say = (outcome: BatchOutcome, dialogGone: boolean) => {
    const { signed, end } = outcome
    if (dialogGone) reloadPendingDocuments()
    if (dialogGone && total === 1) return sayOfTheOnly(outcome)
    const soFar = t('batch.soFar', { count: signed.length, total })
    const error = end.why === 'error' ? end.error : undefined
    if (error !== undefined && !isSessionExpiry(error)) reportFailure(error)
    if (total === 1) return
    if (isSessionExpiry(error)) remarkOnSessionExpiry(soFar)
    if (dialogGone && signed.length < total)
      showToast('info', soFar, signed.length > 0 ? [showSigned(signedOf(signed))] : [])
  }
  /** A document that is open is forgotten by its own screen, which would else ask for it again. */
  const forget = (outcome: BatchOutcome) => {
    const ended = endedSigners(outcome)
    unselectDocuments(documents.map(({ SignerDTO }) => SignerDTO.SignerGUID))
    forgetPendingDocuments(
      documents.filter(({ SignerDTO }) => ended.has(SignerDTO.SignerGUID)).map(({ DocGUI }) => DocGUI),
    )
  }
  return {
    /** @param dialogGone nobody will see the summary */
    report: (outcome: BatchOutcome, dialogGone: boolean) => {
      if (place === 'list') forget(outcome)
      const { why } = outcome.end
      if (why === 'left' || why === 'asked') showToast('info', t(`runs.${why}Toast`, { count: total }))
      else say(outcome, dialogGone)
    },
    reportAllSigned: ({ signed }: Pick<BatchOutcome, 'signed'>) => {
      const all = signedOf(signed)
      const [first, ...others] = all
      if (first && others.length === 0) return reportSigned(first)
      showToast('success', t('batch.toast', { count: total }), [showSigned(all)])
    },
  }
}
