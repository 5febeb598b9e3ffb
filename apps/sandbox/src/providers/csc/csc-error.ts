/** A refusal of the API: `{error, error_description}` under an HTTP status (CSC API v1.0.4 10.1, v2 10.1). */
export class CscError extends Error {
  readonly code = 'CSC_REFUSED'
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }
}

export const invalidRequest = (description: string): CscError => new CscError(400, 'invalid_request', description)

export const invalidParameter = (name: string): CscError => invalidRequest(`Invalid parameter ${name}`)

export const missingParameter = (name: string, type: 'string' | 'integer' | 'array' = 'string'): CscError =>
  invalidRequest(`Missing (or invalid type) ${type} parameter ${name}`)
