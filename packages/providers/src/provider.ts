import type { CertificateFlag, CertificateType } from '@rubrica/domain'

/**
 * What the portal has to ask before it can sign. `pin` is the only kind of step so far;
 * a provider with another kind adds it here and one file in the portal's signing steps.
 */
export type SigningStep = { readonly ask: 'pin' }

/** What a person may do with certificates of this type on the certificates screen. */
export type CertificateAction = 'upload' | 'delete'

/**
 * The facts of a provider that the portal draws its tab, forms and dialogs from.
 * Plain data without Node code: it is part of the browser bundle.
 */
export interface ProviderManifest {
  /** The wire value of CertType. */
  readonly certType: CertificateType
  /** The per-user flag that allows this type. */
  readonly flag: CertificateFlag
  /** A product name, the same in every language. */
  readonly label: string
  /** Place of its tab among the others, smallest first. */
  readonly order: number
  readonly actions: readonly CertificateAction[]
  /** Whether the table shows the distinguished name. */
  readonly showsSubject: boolean
  /** Steps between choosing the certificate and the sign call. */
  readonly steps: readonly SigningStep[]
  /** How many documents one confirmation may sign. */
  readonly maxBatch: number
}
