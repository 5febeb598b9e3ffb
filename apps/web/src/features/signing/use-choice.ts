import { manifestOf } from '@rubrica/providers/manifests'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { certificatesQuery, certificateTypesQuery } from '../../shared/api/certificates.ts'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { answersAfter, NO_ANSWERS, type StepAnswers } from '../../shared/proof/step-answers.ts'
import { usableCertificates, type UsableCertificate } from './usable-certificates.ts'

/** The certificates that can sign all these documents, as far as they are known. */
function useOffer(documents: readonly PendingDocument[]) {
  const certificates = useQuery(certificatesQuery)
  const types = useQuery(certificateTypesQuery)
  const [now] = useState(() => new Date())
  const offer = useMemo(() => {
    if (!certificates.data || !types.data) return undefined
    const demanded = documents.flatMap(({ SignerDTO }) => SignerDTO.CentralizedCertificateInfo?.Guid ?? [])
    return usableCertificates({ certificates: certificates.data, flags: types.data, manifestOf, demanded, now })
  }, [certificates.data, types.data, documents, now])
  return {
    offer,
    certificates: {
      error: certificates.error ?? types.error,
      reload: () => void Promise.all([certificates.refetch(), types.refetch()]),
      loading: certificates.isFetching || types.isFetching,
    },
  }
}

export type Choice = ReturnType<typeof useChoice>

/**
 * The certificate that signs, chosen by the person or, when it is the only one, by itself, and what was answered to
 * its provider's questions. A choice forgets the answers given for another one.
 * @param documents what is to be signed with it; the same array as long as nothing changes
 */
export function useChoice(documents: readonly PendingDocument[]) {
  const { offer, certificates } = useOffer(documents)
  const [picked, setPicked] = useState<UsableCertificate | null>(null)
  const [locked, setLocked] = useState<ReadonlySet<string>>(new Set())
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const offered = Array.isArray(offer) ? (offer as readonly UsableCertificate[]) : []
  const usable = offered.filter(({ certificate }) => !certificate.Locked)
  return {
    documents,
    offer,
    certificates,
    several: usable.length > 1,
    chosen: picked ?? (usable.length === 1 ? usable[0]! : null),
    isLocked: ({ certificate }: UsableCertificate) => certificate.Locked === true || locked.has(certificate.GUID),
    /** Too many wrong PINs have locked it meanwhile. */
    lock: ({ certificate }: UsableCertificate) => setLocked(new Set([...locked, certificate.GUID])),
    answers,
    answer: (part: Partial<StepAnswers>) => setAnswers((now) => ({ ...now, ...part })),
    clearAnswers: () => setAnswers(NO_ANSWERS),
    /** Forgets what an error is about. */
    clearAfter: (error: unknown) => setAnswers((now) => answersAfter(error, now)),
    pick: (certificate: UsableCertificate | null) => {
      setAnswers(NO_ANSWERS)
      setPicked(certificate)
    },
  }
}
