/**
 * What an S3 store's refusal means. Stores agree on the codes of AWS, and add a few; where a code is not known, the
 * status decides.
 */
import { ObjectError } from '../../../ports/object-store.ts'

export type S3Problem =
  /** No such object. */
  | 'missing'
  /** The condition of the request does not hold: the object is there. */
  | 'there'
  | 'full'
  /** The bytes do not fit their digest. */
  | 'digest'
  | 'no-bucket'
  /** Wrong credentials, or a right that they lack. */
  | 'forbidden'
  /** The store understood, and will not. */
  | 'refused'
  /** Nobody answered, or not in time, or for the moment not. */
  | 'away'

/** Holds nothing of the request or the answer but the code and the status: neither can leak a secret. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure'
  readonly problem: S3Problem
  /** What another try may mend. */
  readonly isPassing: boolean

  constructor(problem: S3Problem, what: string, isPassing = problem === 'away') {
    super(what)
    this.problem = problem
    this.isPassing = isPassing
  }
}

const PROBLEMS: Readonly<Record<string, S3Problem>> = {
  NoSuchKey: 'missing',
  NoSuchVersion: 'missing',
  NoSuchBucket: 'no-bucket',
  PreconditionFailed: 'there',
  QuotaExceeded: 'full',
  QuotaExceededException: 'full',
  XMinioStorageFull: 'full',
  BadDigest: 'digest',
  InvalidDigest: 'digest',
  XAmzContentChecksumMismatch: 'digest',
  XAmzContentSHA256Mismatch: 'digest',
  IncompleteBody: 'digest',
  RequestTimeout: 'away',
  RequestTimeTooSkewed: 'forbidden',
  SlowDown: 'away',
}
const BY_STATUS: Readonly<Record<number, S3Problem>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'missing',
  408: 'away',
  409: 'away',
  412: 'there',
  429: 'away',
  507: 'full',
}

/** @param call what was asked, for the log: `PUT` */
export function toFailure(error: unknown, call: string): S3Failure {
  if (error instanceof S3Failure) return error
  const { name = 'Error', code, $metadata } = error as Error & { code?: string; $metadata?: Metadata }
  const status = $metadata?.httpStatusCode
  if (status === undefined) return new S3Failure('away', `${call}: ${code ?? name}`)
  const problem = PROBLEMS[name] ?? BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'refused' : 'away')
  // Octets that changed on their way are sent once more.
  return new S3Failure(problem, `${call}: ${name}, status ${status}`, problem === 'away' || problem === 'digest')
}

interface Metadata {
  readonly httpStatusCode?: number
}

/** As callers of the store know it. */
export function toObjectError(error: unknown, id?: string): unknown {
  if (!(error instanceof S3Failure)) return error
  if (error.problem === 'missing') return new ObjectError('OBJECT_MISSING', id, { cause: error })
  const code = error.problem === 'full' ? 'OBJECT_STORE_FULL' : 'OBJECT_STORE_AWAY'
  return new ObjectError(code, undefined, { cause: error })
}
