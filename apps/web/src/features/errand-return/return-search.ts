/** With which the list of documents is opened when a signature at Ivnosys goes on (spec §2). */
export interface ReturnSearch {
  /** The signature has been authorised there. */
  readonly ivnosysInitSign?: true | undefined
  /** The person has logged in there. */
  readonly ivnosysPreSignAuth?: true | undefined
  readonly transactionid?: string | undefined
}

const isTrue = (value: unknown) => value === true || value === 'true'

/** Reads it from the address; nothing without an errand. What is not there is undefined, not absent. */
export function parseReturn({ transactionid, ...search }: Readonly<Record<string, unknown>>): ReturnSearch {
  const isId = typeof transactionid === 'string' || typeof transactionid === 'number'
  const toSign = isId && isTrue(search.ivnosysInitSign)
  const toBegin = isId && !toSign && isTrue(search.ivnosysPreSignAuth)
  return {
    ivnosysInitSign: toSign || undefined,
    ivnosysPreSignAuth: toBegin || undefined,
    transactionid: toSign || toBegin ? String(transactionid) : undefined,
  }
}
