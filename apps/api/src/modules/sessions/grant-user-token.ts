import { PortalError } from '@rubrica/domain'
import { digestOf } from '../idempotency/digest-of.ts'
import { keptUntil, runOnce, type RunOnce } from '../idempotency/run-once.ts'
import type { IssuedToken, MemberDirectory, SenderClient, Tokens } from './ports.ts'

const PORTAL_SCOPE = 'vidmobileuser'

type UserToken = IssuedToken & { readonly userId: string }

export interface GrantUserToken {
  readonly members: MemberDirectory
  readonly tokens: Tokens
}

/**
 * The token with which a program opens the portal for a person whom it has logged in itself. The operator trusted it
 * with the people of its subscription, and with nobody else. The token counts as long as the program is trusted.
 * @throws {PortalError} USER_NOT_FOUND for people of other subscriptions too
 */
export async function grantUserToken(
  { members, tokens }: GrantUserToken,
  { clientId, subscriptionId }: SenderClient,
  loginName: string,
): Promise<UserToken> {
  const member = await members.findMember(loginName, subscriptionId)
  if (!member) throw new PortalError('USER_NOT_FOUND', 'There is no such user.')
  const issued = await tokens.issue({
    subject: member.userId,
    kind: 'person',
    scope: PORTAL_SCOPE,
    legalId: member.legalId,
    generation: member.tokenGeneration,
    clientId,
  })
  return { ...issued, userId: member.userId }
}

/**
 * The same for a program that may repeat it. Making a token changes nothing, so it is made anew each time: none is kept,
 * and the first one may have expired.
 * @throws {PortalError} IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, and as `grantUserToken`
 */
export function grantUserTokenOnce(
  ports: GrantUserToken & RunOnce,
  client: SenderClient,
  { loginName, key }: { readonly loginName: string; readonly key: string | undefined },
): Promise<UserToken> {
  const grant = () => grantUserToken(ports, client, loginName)
  const { clientId } = client
  const request = key === undefined ? undefined : { caller: { clientId }, key, ...askedFor(loginName) }
  return runOnce(ports, request, {
    act: async (lease) => {
      const token = await grant()
      if (lease) await ports.requests.finish({ lease, answer: null, until: keptUntil(ports.now()) })
      return token
    },
    replay: grant,
  })
}

const askedFor = (loginName: string) => ({ call: 'POST /v1/user-tokens', digest: digestOf({ loginName }) })
