import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { signaturesQuery, signerSignatures } from '../../../shared/api/document-signatures.ts'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { checkSignatures, type SignatureChecks } from './check-signatures.ts'

const signerOf = ({ SignerDTO }: PendingDocument) => SignerDTO.SignerGUID
const queryOf = (signerGuid: string) => signaturesQuery(signerSignatures(signerGuid))

/** What was found before, when that holds for all the documents: then nobody waits. */
function foundBefore(signerGuids: readonly string[]): SignatureChecks | undefined {
  const found = signerGuids.map((guid) => queryClient.getQueryData(queryOf(guid).queryKey))
  if (found.includes(undefined)) return undefined
  return new Map(signerGuids.flatMap((guid, i) => (found[i] ? [[guid, found[i]] as const] : [])))
}

/** What is signed in the end, and which of it (signer GUIDs) in spite of its changes. */
interface Decision {
  readonly documents: readonly PendingDocument[]
  readonly accepted: ReadonlySet<string>
}

const NOTHING: ReadonlySet<string> = new Set()

export type Changes = ReturnType<typeof useChanges>

/**
 * Finds the documents that were changed after somebody signed them, which are signed only after a confirmation.
 * @param documents the same array as long as nothing changes
 */
export function useChanges(documents: readonly PendingDocument[]) {
  const guids = documents.map(signerOf)
  const [decision, setDecision] = useState<Decision>({ documents, accepted: NOTHING })
  const [isDecided, setDecided] = useState(false)
  const [refused, setRefused] = useState(NOTHING)
  const {
    data: checks,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['signature-checks', ...guids],
    queryFn: () => checkSignatures(guids, (guid) => queryClient.fetchQuery({ ...queryOf(guid), staleTime: 0 })),
    initialData: () => foundBefore(guids),
    gcTime: 0,
  })
  const doubtful = documents.filter(
    (document) => refused.has(signerOf(document)) || checks?.get(signerOf(document))?.NeedsConfirmation,
  )
  const stage = isDecided ? 'decided' : isPending ? 'checking' : doubtful.length > 0 ? 'asking' : 'decided'
  return {
    ...decision,
    stage,
    doubtful,
    checks,
    decide: (made: Decision) => {
      setDecision(made)
      setDecided(true)
    },
    /** The server has refused a document for its changes: the question comes, though nothing was known before. */
    askAbout: (signerGuid: string) => {
      setRefused(new Set([signerGuid]))
      setDecided(false)
      void refetch()
    },
  } as const
}
