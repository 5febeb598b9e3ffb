import { PortalError } from '@rubrica/domain'
import type { Client, IssuedToken, Tokens } from './ports.ts'

/** Of documents: all that may be done, and `documents:…`, a part of it. */
const ALL = 'documents'
const isPart = (scope: string) => scope.startsWith(`${ALL}:`)
const isOfDocuments = (scope: string) => scope === ALL || isPart(scope)

/**
 * Gives a program a token for the calls of programs. It wishes one scope, or several parts of what may be done with
 * documents (separated by blanks, RFC 6749 §3.3). Without a wish it gets its first, and with a part all its parts.
 * @throws {PortalError} INVALID_CLIENT for the portal's public client, BAD_REQUEST for a scope the client does not
 *   have.
 */
export async function grantClientToken(
  tokens: Tokens,
  client: Client | undefined,
  wishedScope: string | undefined,
): Promise<IssuedToken> {
  if (!client) throw new PortalError('INVALID_CLIENT', 'This client has no secret, so it cannot act for itself.')
  const scopes = wishedScope === undefined ? firstScopes(client) : [...new Set(wishedScope.split(' '))]
  if (scopes.length === 0 || !scopes.every((scope) => mayHave(client, scope)) || !goTogether(scopes)) {
    throw new PortalError('BAD_REQUEST', 'The client does not have this scope.', { facts: { Field: 'body.scope' } })
  }
  const scope = scopes.join(' ')
  return tokens.issue({ subject: client.id, kind: 'client', scope, subscriptionId: client.subscriptionId })
}

function firstScopes({ scopes: [first, ...others] }: Client): readonly string[] {
  if (first === undefined) return []
  return isPart(first) ? [first, ...others.filter(isPart)] : [first]
}

const mayHave = ({ scopes }: Client, scope: string) => scopes.includes(scope) || (isPart(scope) && isPartOfAll(scopes))

const isPartOfAll = (scopes: readonly string[]) => scopes.includes(ALL)

/** To log people in is another trust than to send documents: no token has both. */
const goTogether = (scopes: readonly string[]) => scopes.length === 1 || scopes.every(isOfDocuments)
