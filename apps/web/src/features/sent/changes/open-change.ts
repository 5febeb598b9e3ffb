/** What is changed about one signer. */
export type SignerChange = 'replace' | 'approvers' | 'terms' | 'stage' | 'remove'

/** A change that is asked for: in a dialog, or, of places, in a card of its own. */
export type OpenChange =
  | { readonly kind: 'edit' | 'add' | 'attach' | 'copies' | 'code' }
  | { readonly kind: 'places' }
  | { readonly kind: SignerChange; readonly signerGuid: string }
