/** What is changed about one signer. */
export const SIGNER_CHANGES = ['replace', 'approvers', 'terms', 'stage', 'remove'] as const

/** A change that is asked for in a dialog. */
export type OpenChange =
  | { readonly kind: 'edit' | 'add' | 'attach' | 'copies' }
  | { readonly kind: 'places' }
  | { readonly kind: (typeof SIGNER_CHANGES)[number]; readonly signerGuid: string }
