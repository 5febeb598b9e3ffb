/** A change that is asked for in a dialog. */
export type OpenChange =
  | { readonly kind: 'edit' }
  | { readonly kind: 'copies' }
  | { readonly kind: 'replace' | 'approvers'; readonly signerGuid: string }
