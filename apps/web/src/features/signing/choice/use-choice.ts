import { manifestOf, manifests } from '@rubrica/providers/manifests'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { certificatesQuery, certificateTypesQuery } from '../../../shared/api/certificates.ts'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { answersAfter, NO_ANSWERS, type StepAnswers } from '../../../shared/proof/step-answers.ts'
import { needsConfirmation } from '../../../shared/subject/confirm-holder.tsx'
import { certificateOf, signingWays, type SigningWay } from './signing-ways.ts'
import { isFree, type UsableCertificate } from './usable-certificates.ts'

/** The ways in which all these documents can be signed, as far as they are known. */
function useOffer(documents: readonly PendingDocument[]) {
  const certificates = useQuery(certificatesQuery)
  const types = useQuery(certificateTypesQuery)
  const [now] = useState(() => new Date())
  const offer = useMemo(() => {
    if (!certificates.data || !types.data) return undefined
    const demanded = documents.flatMap(({ SignerDTO }) => SignerDTO.CentralizedCertificateInfo?.Guid ?? [])
    const demandedTypes = documents.flatMap(({ SignerDTO }) => SignerDTO.DemandedCertificateType ?? [])
    const held = { certificates: certificates.data, flags: types.data }
    return signingWays({ ...held, manifestOf, manifests, demanded, demandedTypes, documents: documents.length, now })
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

function isWayFree(way: SigningWay): boolean {
  const usable = certificateOf(way)
  return usable === null || isFree(usable)
}

/** The one that there is, unless something has to be confirmed first. */
function onlyWay([way, ...others]: readonly SigningWay[]): SigningWay | null {
  if (way === undefined || others.length > 0) return null
  const usable = certificateOf(way)
  return usable && needsConfirmation(usable.certificate) ? null : way
}

export type Choice = ReturnType<typeof useChoice>

/**
 * The way to sign, chosen by the person or, when it is the only one, by itself, and what was answered to the questions
 * of a certificate's provider. A choice forgets the answers given for another one.
 * @param documents what is to be signed with it; the same array as long as nothing changes
 */
export function useChoice(documents: readonly PendingDocument[]) {
  const { offer, certificates } = useOffer(documents)
  const [picked, setPicked] = useState<SigningWay | null>(null)
  const [locked, setLocked] = useState<ReadonlySet<string>>(new Set())
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const offered = Array.isArray(offer) ? (offer as readonly SigningWay[]) : []
  const usable = offered.filter((way) => isWayFree(way))
  const way = picked ?? onlyWay(usable)
  const isLocked = (one: UsableCertificate) => !isFree(one) || locked.has(one.certificate.GUID)
  return {
    documents,
    offer,
    certificates,
    several: usable.length > 1,
    way,
    /** The person has chosen it, and seen what it will sign. */
    isPicked: picked !== null,
    /** The certificate that signs here, with what is typed in the dialog. */
    chosen: way?.kind === 'certificate' ? way : null,
    /** Everything happens in steps of the way's own. */
    elsewhere: way === null || way.kind === 'certificate' ? null : way,
    isLocked,
    isWayLocked: (one: SigningWay) => {
      const usable = certificateOf(one)
      return usable !== null && isLocked(usable)
    },
    /** Too many wrong PINs have locked it meanwhile. */
    lock: ({ certificate }: UsableCertificate) => setLocked(new Set([...locked, certificate.GUID])),
    answers,
    answer: (part: Partial<StepAnswers>) => setAnswers((now) => ({ ...now, ...part })),
    clearAnswers: () => setAnswers(NO_ANSWERS),
    /** Forgets what an error is about. */
    clearAfter: (error: unknown) => setAnswers((now) => answersAfter(error, now)),
    pick: (way: SigningWay | null) => {
      setAnswers(NO_ANSWERS)
      setPicked(way)
    },
  }
}
