import type { Identification, Session, Tokens } from '../sessions/ports.ts'
import type { KnownPerson } from './ports.ts'

/** The scope of a person's token, whichever way they came in. */
const PORTAL_SCOPE = 'vidmobileuser'

export interface Entry {
  /** Who vouched for the person. */
  readonly identifiedBy: Identification
  /** What the token begins, where somebody else must know it. */
  readonly session?: Pick<Session, 'id' | 'startedAt'>
}

/**
 * @returns a token of the portal for the person
 */
export async function letIn(
  tokens: Pick<Tokens, 'issue'>,
  person: KnownPerson,
  { identifiedBy, session }: Entry,
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
