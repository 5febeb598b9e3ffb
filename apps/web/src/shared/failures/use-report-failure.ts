import { ApiError } from '@rubrica/contract'
import { useErrorText } from '../i18n/use-error-text.ts'
import { useText } from '../i18n/use-text.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { isShownWithStatus } from './shown-with-status.ts'

/** Says what an error means, in one sentence. */
export type SentenceOf = (error: unknown) => string

/**
 * The sentence for an error, with its status where section 8 wants it.
 * @param own says it in other words than everywhere
 */
export function useFailureText(own?: SentenceOf): SentenceOf {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    const sentence = (own ?? errorText)(error)
    if (!isShownWithStatus(error)) return sentence
    const { status, message } = error
    const inItsOwnWords = t('errors.withStatus', { status, text: message })
    // What no catalogue knows comes with its status already.
    return sentence === inItsOwnWords ? sentence : t('errors.withStatus', { status, text: sentence })
  }
}

/** An error that passes several hands is reported once. */
const reported = new WeakSet<object>()

/**
 * Reports in a toast that something failed (spec §8), once: with its status, or that no answer came. Nothing is said of
 * the end of the session, of a conflict and of what was typed, which have their own places.
 * @param own says it in other words than everywhere
 */
export function useReportFailure(own?: SentenceOf): (error: unknown) => void {
  const failureText = useFailureText(own)
  return (error) => {
    if (error instanceof ApiError && !isShownWithStatus(error)) return
    if (error instanceof Error && reported.has(error)) return
    if (error instanceof Error) reported.add(error)
    showToast('error', failureText(error))
  }
}
