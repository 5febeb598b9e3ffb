import { ProviderError, type Inputs, type KeyReference, type ToBeSigned } from '../../connector.ts'
import { nameDigests, type CscDialect } from './csc-dialect.ts'
import type { CscCall } from './csc-client.ts'
import type { Factors } from './read-factors.ts'

export interface Authorisation {
  readonly key: KeyReference
  readonly uses: number
  readonly items: readonly ToBeSigned[]
  readonly inputs: Inputs
  readonly description?: string
}

const LONGEST_DESCRIPTION = 500

/**
 * Refuses what the service would have to refuse.
 * @throws ProviderError `digest-not-authorised`, `wrong-pin`, `code-required`
 */
export function checkAuthorisation({ key, items, inputs }: Authorisation, factors: Factors): void {
  if (key.scal === '2' && items.length === 0) {
    throw new ProviderError('digest-not-authorised', 'The certificate signs only what is announced before')
  }
  if (factors.code !== undefined && !inputs.code) throw new ProviderError('code-required', 'A code is needed')
  if (factors.pin !== undefined && !inputs.pin) throw new ProviderError('wrong-pin', 'The PIN is missing')
}

/** @throws ProviderError `batch-too-large` */
export function checkCount({ key, uses, items }: Pick<Authorisation, 'key' | 'uses' | 'items'>): void {
  const limit = key.maxDocuments
  if (limit === null || Math.max(uses, items.length) <= limit) return
  const words = `The certificate signs at most ${limit} documents at once`
  throw new ProviderError('batch-too-large', words, { facts: { limit } })
}

/** `credentials/authorize` (11.6 of both versions) with the PIN, the code, or the request for the phone. */
export function callAuthorize(dialect: CscDialect, authorisation: Authorisation, factors: Factors): CscCall {
  const { key, uses, items, inputs, description } = authorisation
  const { pin, code } = factors
  const common = {
    credentialID: key.ref,
    numSignatures: uses,
    ...nameDigests(dialect, items),
    ...(description && { description: description.slice(0, LONGEST_DESCRIPTION) }),
  }
  const gave = { pin: pin !== undefined, code: code !== undefined }
  if (dialect === 'csc1') {
    const values = { ...(pin !== undefined && { PIN: inputs.pin }), ...(code !== undefined && { OTP: inputs.code }) }
    return { operation: 'authorize', body: { ...common, ...values }, gave }
  }
  if (factors.isImplicit) return { operation: 'authorize', body: common, gave }
  const authData = [
    ...(pin === undefined ? [] : [{ id: pin, value: inputs.pin }]),
    ...(code === undefined ? [] : [{ id: code.id, value: inputs.code }]),
    ...(factors.push === undefined ? [] : [{ id: factors.push }]),
  ]
  return { operation: 'authorize', body: { ...common, authData }, gave }
}
