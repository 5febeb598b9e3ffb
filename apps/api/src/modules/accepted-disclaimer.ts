/** What a person agreed to before a signature, and the check that they did. */
import { createHash } from 'node:crypto'
import { DISCLAIMER_KINDS, LANGUAGES, PortalError, type Language } from '@rubrica/domain'
import type { Disclaimer, StandardDisclaimers } from './disclaimers/ports.ts'

/** Plain JSON, so that it can be kept while the person is away. */
export interface AcceptedDisclaimer extends Disclaimer {
  /** See `digestOf`. */
  readonly digest: string
  /** Of a standard text; null for a sender's own, whose language nobody has said. */
  readonly language: Language | null
  /** When the server received it, ISO 8601. */
  readonly at: string
}

/** Names a text by what was shown of it: SHA-256, in hex, over the UTF-8 of the title, a line feed and the text. */
export const digestOf = ({ title, text }: Disclaimer): string =>
  createHash('sha256').update(`${title}\n${text}`).digest('hex')

export interface RequireAccepted {
  readonly standard: StandardDisclaimers
  readonly now: () => Date
}

/** For terms that were agreed to before: in a run, when it was begun. */
export const whenAgreed = <Needs extends RequireAccepted>(needs: Needs, at: Date | undefined): RequireAccepted =>
  at === undefined ? needs : { ...needs, now: () => at }

/** What of a signature decides whether a disclaimer stands, and which. */
interface WithTerms {
  /** The sender's own text. */
  readonly disclaimer: Disclaimer | null
  readonly furtherFieldNames: readonly string[]
}

/**
 * Takes down what the person has agreed to before this signature.
 * @param digests of the texts that they were shown
 * @returns the signature with `acceptedDisclaimer`; without one when nothing has to be agreed to
 * @throws {PortalError} DISCLAIMER_NOT_ACCEPTED
 */
export function requireAccepted<S extends WithTerms>(
  { standard, now }: RequireAccepted,
  signature: S,
  digests: string | readonly string[] | undefined,
): S & { readonly acceptedDisclaimer?: AcceptedDisclaimer } {
  const texts = textsOf(signature, standard)
  if (texts.length === 0) return signature
  const shown = new Set([digests ?? []].flat().map((digest) => digest.toLowerCase()))
  const accepted = texts.find(({ digest }) => shown.has(digest))
  if (accepted) return { ...signature, acceptedDisclaimer: { ...accepted, at: now().toISOString() } }
  throw new PortalError('DISCLAIMER_NOT_ACCEPTED', 'The terms of this document have not been accepted as they stand')
}

/** A sender's own text is the only one; a standard one may have been shown in any language, for a batch too. */
function textsOf({ disclaimer, furtherFieldNames }: WithTerms, standard: StandardDisclaimers) {
  if (disclaimer) return [{ ...disclaimer, language: null, digest: digestOf(disclaimer) }]
  if (furtherFieldNames.length === 0) return []
  return LANGUAGES.flatMap((language) =>
    DISCLAIMER_KINDS.map((kind) => {
      const text = standard(kind, language)
      return { ...text, language, digest: digestOf(text) }
    }),
  )
}
