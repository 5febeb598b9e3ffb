import type { SentSigner } from '../sent-queries.ts'

/** What a signer reads and agrees to, as it is typed. */
export interface TermsForm {
  readonly reason: string
  readonly readAll: boolean
  readonly delegable: boolean
  readonly title: string
  readonly text: string
  /** They may sign only with the certificate that was demanded when the document was sent. */
  readonly isOnlyWith: boolean
}

export const termsOf = ({ signsFor, readAll, delegable, disclaimer, certificate }: SentSigner): TermsForm => ({
  reason: signsFor ?? '',
  readAll,
  delegable,
  title: disclaimer?.title ?? '',
  text: disclaimer?.text ?? '',
  isOnlyWith: certificate !== null,
})

/** Terms have both a heading and a text, or neither. */
export const isComplete = ({ title, text }: TermsForm): boolean => (title.trim() === '') === (text.trim() === '')

/** What has become something else, as the call takes it. */
export function termsChanges(before: TermsForm, after: TermsForm) {
  const [reason, title, text] = [after.reason.trim(), after.title.trim(), after.text.trim()]
  const isOther = title !== before.title || text !== before.text
  return {
    ...(reason !== before.reason && { reason: reason === '' ? null : reason }),
    ...(after.readAll !== before.readAll && { readAll: after.readAll }),
    ...(after.delegable !== before.delegable && { delegable: after.delegable }),
    ...(isOther && { disclaimer: text === '' ? null : { title, text } }),
    ...(before.isOnlyWith && !after.isOnlyWith && { certificate: null }),
  }
}
