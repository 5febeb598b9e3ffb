import { PortalError } from '@rubrica/domain'
import type { Client, IssuedToken, Tokens } from './ports.ts'

/**
 * Gives a program a token for the sender API. Without a wish it gets the one scope that there is.
 * @throws {PortalError} INVALID_CLIENT for the portal's public client, BAD_REQUEST for a scope the client does not
 *   have.
 */
export async function grantClientToken(
  tokens: Tokens,
  client: Client | undefined,
  wishedScope: string | undefined,
): Promise<IssuedToken> {
  if (!client) throw new PortalError('INVALID_CLIENT', 'This client has no secret, so it cannot act for itself.')
  const scope = wishedScope ?? client.scopes[0]
  if (scope === undefined || !client.scopes.includes(scope)) {
    throw new PortalError('BAD_REQUEST', 'The client does not have this scope.', { facts: { Field: 'body.scope' } })
  }
  return tokens.issue({ subject: client.id, kind: 'client', scope, subscriptionId: client.subscriptionId })
}
