import { ApiError } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { isNoLongerAvailable, type PendingDocument } from '../../shared/api/pending-documents.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { pauseForDone } from '../../shared/ui/pause-for-done.ts'
import { showToast } from '../../shared/ui/toast-store.ts'
import { attemptKeys } from './attempt-keys.ts'
import { callSign, type SignOrder } from './sign-calls.ts'
import { isUnanswered, signUnderKeptKey } from './sign-attempt.ts'
import { useChoice } from './use-choice.ts'
import type { UsableCertificate } from './usable-certificates.ts'
import { wait } from './wait.ts'

/** Errors that belong beside the PIN; every other one is said in a toast with its status (spec §8). */
const SHOWN_INSIDE = [403, 404, 422, 423, 503]

function isPinLocked(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PIN_LOCKED'
}

/** Where the person is on the way to a signature. */
type SigningStage =
  | { readonly at: 'choosing' }
  | { readonly at: 'asking'; readonly chosen: UsableCertificate; readonly error: Error | null }
  | { readonly at: 'locked'; readonly chosen: UsableCertificate }
  | { readonly at: 'working'; readonly done: boolean }
  | { readonly at: 'unanswered' }

export type Signing = ReturnType<typeof useSigning>

interface SigningEnds {
  onSigned: () => void
  onGone: () => void
}

/** The way to the signature of one document: a certificate, what its provider asks for, and the call. */
export function useSigning(document: PendingDocument, ends: SigningEnds) {
  const errorText = useErrorText()
  const [documents] = useState([document])
  const choice = useChoice(documents)
  const { chosen } = choice
  const sign = useMutation({
    mutationFn: ({ order, saidAnew }: { order: SignOrder; saidAnew: boolean }) =>
      signUnderKeptKey({
        signerGuid: order.signerGuid,
        saidAnew,
        send: (key) => callSign(order, key),
        wait,
        keys: attemptKeys,
      }),
    onSuccess: () => {
      void pauseForDone().then(ends.onSigned)
    },
    onError: (error) => {
      if (isNoLongerAvailable(error)) return ends.onGone()
      if (isUnanswered(error)) return
      choice.clearAnswers()
      if (isPinLocked(error) && chosen) choice.lock(chosen)
      const inside = error instanceof ApiError && SHOWN_INSIDE.includes(error.status)
      if (!inside && !isSessionExpiry(error)) showToast('error', errorText(error))
    },
  })

  const stage = (): SigningStage => {
    if (sign.isPending || sign.isSuccess) return { at: 'working', done: sign.isSuccess }
    if (isUnanswered(sign.error)) return { at: 'unanswered' }
    if (!chosen) return { at: 'choosing' }
    if (isPinLocked(sign.error)) return { at: 'locked', chosen }
    return { at: 'asking', chosen, error: sign.error }
  }
  return {
    ...choice,
    document,
    stage: stage(),
    pick: (certificate: UsableCertificate | null) => {
      sign.reset()
      choice.pick(certificate)
    },
    send: (certificate: UsableCertificate) =>
      sign.mutate({
        order: { signerGuid: document.SignerDTO.SignerGUID, chosen: certificate, answers: choice.answers },
        saidAnew: true,
      }),
    sendAgain: () => {
      if (sign.variables) sign.mutate({ ...sign.variables, saidAnew: false })
    },
  }
}
