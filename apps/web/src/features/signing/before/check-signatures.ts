import type { DocumentSignatures } from '../../../shared/api/document-signatures.ts'

/** How many documents are asked about at once. */
const TOGETHER = 4

/** What was found about the documents (signer GUIDs) that could be asked about. */
export type SignatureChecks = ReadonlyMap<string, DocumentSignatures>

/**
 * Asks about the signatures of several documents. One that cannot be asked about is missing in the answer: the server
 * refuses by itself what has to be confirmed first.
 * @param ask null when the server does not look at signatures, after which nothing else is asked
 */
export async function checkSignatures(
  signerGuids: readonly string[],
  ask: (signerGuid: string) => Promise<DocumentSignatures | null>,
): Promise<SignatureChecks> {
  const checks = new Map<string, DocumentSignatures>()
  const left = signerGuids.values()
  let isOver = false
  const work = async () => {
    for (const guid of left) {
      if (isOver) return
      try {
        const found = await ask(guid)
        if (found) checks.set(guid, found)
        else isOver = true
      } catch {
        // Said by the signature itself, if it fails for the same reason.
      }
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return checks
}
