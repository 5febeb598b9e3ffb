import { CSC_CREDENTIALS, type CscCredential } from './csc-credentials.ts'
import { invalidParameter, invalidRequest } from './csc-error.ts'
import type { CscVersion } from './csc-version.ts'
import { describeCredential, readDetail, type Detail } from './describe-credential.ts'
import { readCredential, type Csc, type CscAnswer, type CscCall } from './open-csc.ts'
import { readOptionalText } from './read-body.ts'

const MAX_RESULTS = 100

/** `credentials/list` of v1.0.4 11.3: names alone, in pages when asked for. */
export function listCredentialsV1({ body, user }: CscCall): CscAnswer {
  refuseOtherUser(body.userID)
  const { maxResults = MAX_RESULTS } = body
  if (!Number.isInteger(maxResults) || (maxResults as number) < 1) throw invalidParameter('maxResults')
  const start = readPageToken(readOptionalText(body, 'pageToken'))
  const end = start + Math.min(maxResults as number, MAX_RESULTS)
  const own = credentialsOf(user)
  const credentialIDs = own.slice(start, end).map(({ id }) => id)
  return { status: 200, body: { credentialIDs, ...(end < own.length && { nextPageToken: `from-${end}` }) } }
}

/** `credentials/list` of v2 11.4: with `credentialInfo` it tells of each credential what `credentials/info` does. */
export async function listCredentialsV2(csc: Csc, { body, user }: CscCall, version: CscVersion): Promise<CscAnswer> {
  refuseOtherUser(body.userID)
  const detail = readDetail(body)
  const onlyValid = body.onlyValid === true
  const own = credentialsOf(user).filter((credential) => !onlyValid || isUsable(credential))
  const credentialInfos =
    body.credentialInfo === true
      ? await Promise.all(
          own.map(async (credential) => ({
            credentialID: credential.id,
            ...(await describe(csc, { credential, detail }, version)),
          })),
        )
      : undefined
  return {
    status: 200,
    body: { credentialIDs: own.map(({ id }) => id), credentialInfos, ...(onlyValid && { onlyValid }) },
  }
}

/** `credentials/info` of v1.0.4 11.4 and v2 11.5. */
export async function informAboutCredential(csc: Csc, call: CscCall, version: CscVersion): Promise<CscAnswer> {
  const credential = readCredential(call)
  const detail = readDetail(call.body)
  return { status: 200, body: await describe(csc, { credential, detail }, version) }
}

async function describe(
  csc: Csc,
  { credential, detail }: { credential: CscCredential; detail: Detail },
  version: CscVersion,
): Promise<Record<string, unknown>> {
  const key = await csc.openKey(credential)
  return describeCredential({ credential, key, detail, now: csc.desk.clock.now() }, version)
}

const credentialsOf = (user: string): CscCredential[] => CSC_CREDENTIALS.filter((one) => one.user === user)

const isUsable = ({ enabled, keyPlan }: CscCredential): boolean => enabled && keyPlan.profile === 'signer'

/** Whoever has logged in themselves must not name a user (v1.0.4 11.3). */
function refuseOtherUser(userId: unknown): void {
  if (userId !== undefined && userId !== null) throw invalidRequest('userID parameter MUST be null')
}

function readPageToken(token: string | undefined): number {
  if (token === undefined) return 0
  const start = /^from-(\d{1,4})$/.exec(token)?.[1]
  if (start === undefined) throw invalidParameter('pageToken')
  return Number(start)
}
