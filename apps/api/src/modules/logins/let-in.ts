import type { Identification, Session, Tokens } from '../sessions/ports.ts'
import type { KnownPerson } from './ports.ts'

/** The scope of a person's token, whichever way they came in. */
const PORTAL_SCOPE = 'vidmobileuser'

/**
 * @param identifiedBy who vouched for the person
 * @param session what the token begins, where somebody else must know it
 * @returns a token of the portal for the person
 */
export async function letIn(
  tokens: Pick<Tokens, 'issue'>,
  person: KnownPerson,
  identifiedBy: Identification,
  session?: Pick<Session, 'id' | 'startedAt'>,
): Promise<string> {
  const { token } = await tokens.issue({
    subject: person.userId,
    kind: 'person',
    scope: PORTAL_SCOPE,
    legalId: person.legalId,
    generation: person.tokenGeneration,
    identifiedBy,
    ...(session && { session }),
  })
  return token
}
