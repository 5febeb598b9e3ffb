import { PortalError } from '@rubrica/domain'
import type { IssuedToken, MemberDirectory, SenderClient, Tokens } from './ports.ts'

const PORTAL_SCOPE = 'vidmobileuser'

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
): Promise<IssuedToken & { readonly userId: string }> {
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
