import { ApiError } from '@rubrica/contract'
import { manifestOf } from '@rubrica/providers/manifests'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { certificatesQuery, certificateTypesQuery } from '../../shared/api/certificates.ts'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { isNoLongerAvailable, type PendingDocument } from '../../shared/api/pending-documents.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { showToast } from '../../shared/ui/toast-store.ts'
import { callSign, type SignOrder, type StepAnswers } from './sign-calls.ts'
import { isUnanswered, sendAttempt } from './sign-attempt.ts'
import { usableCertificates, type UsableCertificate } from './usable-certificates.ts'

/** How long "signed" stays to be read before the list comes back. */
const DONE_MS = 900
const NO_ANSWERS: StepAnswers = { pin: '' }
/** Errors that belong beside the PIN; every other one is said in a toast with its status (spec §8). */
const SHOWN_INSIDE = [403, 404, 422, 423, 503]

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function isPinLocked(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PIN_LOCKED'
}

/** The certificates that can sign this document, as far as they are known. */
function useOffer(document: PendingDocument) {
  const certificates = useQuery(certificatesQuery)
  const types = useQuery(certificateTypesQuery)
  const [now] = useState(() => new Date())
  const demanded = document.SignerDTO.CentralizedCertificateInfo?.Guid
  const offer = useMemo(() => {
    if (!certificates.data || !types.data) return undefined
    return usableCertificates({ certificates: certificates.data, flags: types.data, manifestOf, demanded, now })
  }, [certificates.data, types.data, demanded, now])
  return {
    offer,
    error: certificates.error ?? types.error,
    reload: () => void Promise.all([certificates.refetch(), types.refetch()]),
    loading: certificates.isFetching || types.isFetching,
  }
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
  const { offer, ...certificates } = useOffer(document)
  const [picked, setPicked] = useState<UsableCertificate | null>(null)
  const [locked, setLocked] = useState<ReadonlySet<string>>(new Set())
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const sign = useMutation({
    mutationFn: ({ key, order }: { key: string; order: SignOrder }) =>
      sendAttempt(key, (attemptKey) => callSign(order, attemptKey), wait),
    onSuccess: () => {
      void wait(DONE_MS).then(ends.onSigned)
    },
    onError: (error) => {
      if (isNoLongerAvailable(error)) return ends.onGone()
      if (isUnanswered(error)) return
      setAnswers(NO_ANSWERS)
      if (isPinLocked(error) && chosen) setLocked(new Set([...locked, chosen.certificate.GUID]))
      const inside = error instanceof ApiError && SHOWN_INSIDE.includes(error.status)
      if (!inside && !isSessionExpiry(error)) showToast('error', errorText(error))
    },
  })

  const several = Array.isArray(offer) && offer.length > 1
  const chosen = picked ?? (Array.isArray(offer) && offer.length === 1 ? (offer[0] as UsableCertificate) : null)
  const stage = (): SigningStage => {
    if (sign.isPending || sign.isSuccess) return { at: 'working', done: sign.isSuccess }
    if (isUnanswered(sign.error)) return { at: 'unanswered' }
    if (!chosen) return { at: 'choosing' }
    if (isPinLocked(sign.error)) return { at: 'locked', chosen }
    return { at: 'asking', chosen, error: sign.error }
  }
  return {
    document,
    offer,
    certificates,
    several,
    /** Certificates (GUID) that too many wrong PINs have locked meanwhile. */
    locked,
    answers,
    stage: stage(),
    pick: (certificate: UsableCertificate | null) => {
      sign.reset()
      setAnswers(NO_ANSWERS)
      setPicked(certificate)
    },
    answer: (part: Partial<StepAnswers>) => setAnswers({ ...answers, ...part }),
    send: (certificate: UsableCertificate) =>
      sign.mutate({
        key: crypto.randomUUID(),
        order: { signerGuid: document.SignerDTO.SignerGUID, chosen: certificate, answers },
      }),
    sendAgain: () => {
      if (sign.variables) sign.mutate(sign.variables)
    },
  }
}
