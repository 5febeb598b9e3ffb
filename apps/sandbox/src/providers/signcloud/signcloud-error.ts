/** A refusal in the service's envelope: `{"result":null,"error":{msg,code,error_code,details}}`. */
export class SignCloudError extends Error {
  readonly code = 'SIGNCLOUD_REFUSED'
  readonly status: number
  readonly errorCode: number
  readonly details: string

  constructor(status: number, told: { msg: string; errorCode: number; details?: string }) {
    super(told.msg)
    this.status = status
    this.errorCode = told.errorCode
    this.details = told.details ?? ''
  }
}

export const invalidCredentials = (): SignCloudError =>
  new SignCloudError(401, { msg: 'Invalid credentials', errorCode: 1 })

/** Whatever is wrong with a token, its PIN or its code. */
export const tokenRefusal = (msg: string): SignCloudError => new SignCloudError(403, { msg, errorCode: 2 })

export const missingParameter = (name: string): SignCloudError =>
  new SignCloudError(412, { msg: 'Missing parameter', errorCode: 6, details: name })

export const authenticationRefused = (seconds: number): SignCloudError =>
  new SignCloudError(420, {
    msg: 'Authentication refused',
    errorCode: 5,
    details: `Last authentication attempt failed, next attempt will be accepted in ${seconds} seconds`,
  })

export const internalError = (details: string): SignCloudError =>
  new SignCloudError(500, { msg: 'Internal Server Error', errorCode: 100, details })
