/** Which disclaimer is asked for: that of one document, or the one text for several at once. */
export const DISCLAIMER_KINDS = ['SIGNATURE_MULTIPOSITION_SIMPLE', 'SIGNATURE_MULTIPOSITION_BATCH'] as const
export type DisclaimerKind = (typeof DISCLAIMER_KINDS)[number]
