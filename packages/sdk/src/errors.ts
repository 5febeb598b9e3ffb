import { ApiError, type ProblemDetails, type ProgramProblem } from '@rubrica/contract'

/** The server refused a call, and says why (RFC 9457). Go by `code`: the texts may change. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  /** One of the list, or one that a newer server has. */
  readonly code: ProgramProblem | (string & {})
  /** Address of the page with the cause and the cure; `about:blank` where there is none. */
  readonly type: string
  /** Names the request in the server's log. */
  readonly instance: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  /** Each part of the request that is wrong. */
  readonly errors: NonNullable<ProblemDetails['errors']>

  constructor({ status, code, message, details, problem }: ApiError, options?: ErrorOptions) {
    super(message, options)
    const { type, instance, errors } = problem
    this.status = status
    this.code = code
    this.details = details
    this.type = typeof type === 'string' ? type : 'about:blank'
    this.instance = typeof instance === 'string' ? instance : undefined
    this.errors = Array.isArray(errors) ? (errors as NonNullable<ProblemDetails['errors']>) : []
  }
}

/** @throws what a call of the contract does, in the words of this package */
export function throwProblem(error: unknown): never {
  throw error instanceof ApiError ? new ProblemError(error, { cause: error }) : error
}
