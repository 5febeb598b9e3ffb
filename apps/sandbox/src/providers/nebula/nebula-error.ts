/** A refusal as nebula words it: the status, and `{code, message}` as the body. */
export class NebulaError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const invalidRequest = (message: string): NebulaError => new NebulaError(400, 'CODE_INVALID_REQUEST', message)

export const denied = (message: string): NebulaError => new NebulaError(401, 'error_authentication_denied', message)

export const tokenExpired = (): NebulaError => new NebulaError(401, 'error_token_expired', 'The token has expired')

/** The envelope of an answer of the sign-in service. */
export const succeed = (content: object) => ({ code: 'OK', message: 'OK', content })

/** How answers about certificates and signatures begin. */
export const OPERATION_SUCCESS = { code: 'OK', message: 'Operation Success' }
