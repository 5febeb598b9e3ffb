import {
  GUEST_SCOPE,
  LINK_SCOPE,
  PORTAL_SCOPE,
  type IssuedToken,
  type OneDocument,
  type Person,
  type SessionRecords,
  type Tokens,
} from './ports.ts'

/**
 * A new token of the same session, for a person who is still at work. The earlier one counts until it expires, since
 * calls with it may be under way. It is of the same generation: a password that was changed meanwhile ends both.
 */
export function renewSession(tokens: Tokens, { userId, legalId, session, only }: Person): Promise<IssuedToken> {
  const { generation, clientId, identifiedBy, factorAt } = session
  const scope = only ? scopeOfOne(only) : PORTAL_SCOPE
  const person = { subject: userId, kind: 'person', scope, legalId, generation } as const
  return tokens.issue({ ...person, session, clientId, identifiedBy, factorAt, only })
}

const scopeOfOne = ({ linkId }: OneDocument) => (linkId === undefined ? GUEST_SCOPE : LINK_SCOPE)

/** Ends every token of the session at once. */
export function endSession(records: SessionRecords, { session }: Person, at: Date): Promise<void> {
  return records.revoke(session.id, at)
}
