import { requestJson } from '../../http/request-json.ts'
import { readFields, type Fields } from '../read-answer.ts'
import { unusableAnswer } from '../unusable-answer.ts'
import type { CscDialect, CscOperation, CscPaths } from './csc-dialect.ts'
import { explainCscError, type CscRefusal } from './explain-csc-error.ts'

/** What a service with a log-in page of its own knows this installation by (OAuth 2.0). */
export interface OAuthClient {
  /** Without a slash at the end; `/oauth2/authorize` and the like follow. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface CscOptions {
  /** As people call the provider. */
  readonly provider: string
  /** Without a slash at the end; the paths follow. */
  readonly url: string
  readonly dialect: CscDialect
  readonly paths: CscPaths
  readonly timeoutMs: number
  /** People log in on the service's page, and not with what they type here. */
  readonly oauth?: OAuthClient | undefined
}

export interface CscCall {
  readonly operation: CscOperation
  readonly body: Fields
  /** The whole `Authorization` header. */
  readonly authorization?: string
  readonly gave?: CscRefusal['gave']
}

export interface CscAnswer {
  readonly status: number
  /** None when the answer has no body. */
  readonly fields: Fields
}

/** Calls after which a service has nothing to say. */
const SILENT: readonly CscOperation[] = ['revoke', 'challenge']

/**
 * One call of a CSC service.
 * @throws ProviderError for every answer that is no success of this call
 */
export async function callCsc(options: CscOptions, call: CscCall): Promise<CscAnswer> {
  const { provider, url, paths, timeoutMs } = options
  const { operation, body: sent, authorization, gave = {} } = call
  const hasEffect = operation === 'sign'
  const { status, body } = await requestJson({
    url: `${url}${paths[operation]}`,
    headers: authorization === undefined ? {} : { authorization },
    body: sent,
    timeoutMs,
    provider,
    hasEffect,
  })
  if (status < 200 || status > 299) throw explainCscError({ provider, operation, status, body, gave })
  if (!isSuccess(operation, status, body)) throw unusableAnswer({ provider, status, hasEffect })
  return { status, fields: readFields(body) }
}

function isSuccess(operation: CscOperation, status: number, body: unknown): boolean {
  const isSilent = SILENT.includes(operation)
  if (status === 204) return isSilent && body === undefined
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return (status === 200 || status === 202) && (isObject || isSilent)
}
