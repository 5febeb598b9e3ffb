import type { PendingDocument } from '../../../shared/api/pending-documents.ts'

/** How many texts are asked for at once. */
const TOGETHER = 4

/** A text that has to be accepted, as the server answers it. */
export interface TermsText {
  readonly Title: string
  readonly Text: string
  readonly Digest: string
}

/** Documents with the same text. */
export interface TermsGroup extends TermsText {
  readonly documents: readonly PendingDocument[]
}

/**
 * The terms of each document, equal texts once, in the order of the documents.
 * @param ask throws what the call throws; then nothing is loaded
 */
export async function loadTerms(
  documents: readonly PendingDocument[],
  ask: (signerGuid: string) => Promise<TermsText>,
): Promise<readonly TermsGroup[]> {
  const texts = new Map<PendingDocument, TermsText>()
  const left = documents.values()
  const work = async () => {
    for (const document of left) texts.set(document, await ask(document.SignerDTO.SignerGUID))
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  const groups = new Map<string, TermsGroup>()
  for (const document of documents) {
    const text = texts.get(document)!
    const others = groups.get(text.Digest)?.documents ?? []
    groups.set(text.Digest, { ...text, documents: [...others, document] })
  }
  return [...groups.values()]
}
