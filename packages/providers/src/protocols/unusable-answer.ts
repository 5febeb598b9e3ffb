import { ProviderError } from '../connector.ts'

export interface UnusableAnswer {
  /** As people call the provider. */
  readonly provider: string
  readonly status: number
  /** Whether what was asked for may have been done all the same. */
  readonly hasEffect?: boolean
}

/** The error for a whole answer that says nothing one could use. */
export function unusableAnswer({ provider, status, hasEffect }: UnusableAnswer): ProviderError {
  const options = { facts: { why: 'unexpected', status } }
  return hasEffect === true
    ? new ProviderError('answer-lost', `${provider} gave no usable answer, and may have signed`, options)
    : new ProviderError('failed', `${provider} gave no usable answer`, options)
}
