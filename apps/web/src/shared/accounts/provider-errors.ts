import { ApiError } from '@rubrica/contract'

/** Words of a provider that stand for a log-in that does not work (spec §8). */
const LOGIN_REFUSED = /Token not found|Error connecting to Uanataca/
/** What the server writes into everything that goes wrong at the provider behind a challenge. */
const CHALLENGE_REFUSED = 'integrationUnauthorized'
/** A provider that cannot be reached is not the fault of what was typed. */
const OF_THE_PROVIDER = /^PROVIDER_(?:UNREACHABLE|TIMEOUT|FAILED|ANSWER_LOST|NOT_)/
const TOO_MANY_REQUESTS = 429

/** Whether an error stands for user name and password that the provider does not take. */
export function isLoginRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'PROVIDER_LOGIN_INVALID' || LOGIN_REFUSED.test(error.message))
}

/** Whether the provider has not taken the answer to its challenge. */
export function isAnswerRefused(error: unknown): boolean {
  return error instanceof ApiError && error.message.includes(CHALLENGE_REFUSED) && !OF_THE_PROVIDER.test(error.code)
}

/**
 * Whether the refusal of an answer to a challenge stands for the end of the portal's own session: every refusal does
 * that does not come from the provider (spec §8), save that somebody has tried too often, or that the account turned
 * out to be somebody else's.
 */
export function endsSession(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === TOO_MANY_REQUESTS) return false
  return !isOfTheHolder(error) && !error.message.includes(CHALLENGE_REFUSED)
}

const OF_THE_HOLDER: readonly string[] = ['CERTIFICATE_FOREIGN', 'HOLDER_UNKNOWN']
/** Whether an error is about whose the account's certificates are, and not about what was typed. */
export function isOfTheHolder(error: unknown): boolean {
  return error instanceof ApiError && OF_THE_HOLDER.includes(error.code)
}

const OF_THE_CODE: readonly string[] = ['WRONG_CODE', 'WRONG_CODE_OR_PIN', 'CODE_EXPIRED', 'CODE_REQUIRED']

/** Whether an error is about the code that was typed. */
export function isOfTheCode(error: unknown): boolean {
  return error instanceof ApiError && OF_THE_CODE.includes(error.code)
}

/** Whether an error is about the PIN that was typed. */
export function isOfThePin(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'WRONG_PIN' || error.code === 'PIN_REQUIRED')
}
