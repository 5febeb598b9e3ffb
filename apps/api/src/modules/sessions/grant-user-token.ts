import { PortalError } from '@rubrica/domain'
import { digestOf } from '../digest-of.ts'
import { keptUntil, runOnce, type RunOnce } from '../run-once.ts'
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
 *
 * The program may repeat its request under a key. Making a token changes nothing, so it is made anew each time: none is
 * kept, and the first one may have expired.
 * @throws {PortalError} USER_NOT_FOUND for people of other subscriptions too; IDEMPOTENCY_KEY_REUSED,
 *   IDEMPOTENCY_KEY_IN_USE
 */
export function grantUserToken(
  ports: GrantUserToken & RunOnce,
  client: SenderClient,
  { loginName, key }: { readonly loginName: string; readonly key: string | undefined },
): Promise<UserToken> {
  const issue = () => issueUserToken(ports, client, loginName)
  const { clientId } = client
  const request = key === undefined ? undefined : { caller: { clientId }, key, ...askedFor(loginName) }
  return runOnce(ports, request, {
    act: async (lease) => {
      const token = await issue()
      if (lease) await ports.requests.finish({ lease, answer: null, until: keptUntil(ports.now()) })
      return token
    },
    replay: issue,
  })
}

const askedFor = (loginName: string) => ({ call: 'POST /v1/user-tokens', digest: digestOf({ loginName }) })

async function issueUserToken(
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
    identifiedBy: { by: 'program', authority: clientId },
  })
  return { ...issued, userId: member.userId }
}
