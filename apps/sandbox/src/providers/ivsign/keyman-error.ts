/** Numbers and texts of every refusal; the numbers are a reconstruction. `status` is 200 unless another is named. */
const REFUSALS = {
  request: { code: 100, message: 'The request is not valid', status: 400 },
  credentials: { code: 101, message: 'Wrong organization, user or password' },
  userLocked: { code: 102, message: 'The user is locked' },
  token: { code: 103, message: 'The token is not valid', status: 401 },
  tokenExpired: { code: 104, message: 'The token has expired', status: 401 },
  validation: { code: 105, message: 'The log-in is not validated' },
  code: { code: 106, message: 'The validation code is not correct' },
  certificate: { code: 201, message: 'The certificate does not exist' },
  pin: { code: 202, message: 'The PIN is not correct' },
  pinLocked: { code: 203, message: 'The PIN is locked' },
  pinMissing: { code: 204, message: 'The PIN is required' },
  expired: { code: 205, message: 'The certificate has expired' },
  disabled: { code: 206, message: 'The certificate is disabled' },
  hash: { code: 301, message: 'The hash is not valid for the algorithm' },
  transactionMissing: { code: 302, message: 'The certificate needs an authorized transaction' },
  transaction: { code: 303, message: 'The transaction does not exist' },
  pending: { code: 304, message: 'The transaction is not authorized yet' },
  denied: { code: 305, message: 'The transaction was denied' },
  transactionExpired: { code: 306, message: 'The transaction has expired' },
  foreignHash: { code: 307, message: 'The hash is not part of the transaction, or was signed already' },
  returnAddress: { code: 308, message: 'The return address is not allowed' },
} as const

export type KeymanRefusal = keyof typeof REFUSALS

/** What Keyman answers instead of what was asked for. */
export class KeymanError extends Error {
  readonly code: number
  readonly status: number

  constructor(reason: KeymanRefusal) {
    const refusal: { code: number; message: string; status?: number } = REFUSALS[reason]
    super(refusal.message)
    this.code = refusal.code
    this.status = refusal.status ?? 200
  }
}

/** The envelope of every answer. */
export const succeed = <Content extends object>(content: Content) => ({ error: { code: 0, message: 'OK' }, ...content })

export const tell = ({ code, message }: Pick<KeymanError, 'code' | 'message'>) => ({ error: { code, message } })
