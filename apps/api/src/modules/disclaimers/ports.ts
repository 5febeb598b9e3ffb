import type { DisclaimerKind, Language } from '@rubrica/domain'

export interface Disclaimer {
  readonly title: string
  readonly text: string
}

export interface DisclaimerStore {
  /** The sender's own text for this signer, null when there is none; undefined when the signer is not this person. */
  ofSigner(userId: string, signerId: string): Promise<Disclaimer | null | undefined>
}

/** The texts for documents whose sender gave none. */
export type StandardDisclaimers = (kind: DisclaimerKind, language: Language) => Disclaimer
