import type { Tokens } from '../sessions/ports.ts'
import type { KnownPerson } from './ports.ts'

/** The scope of a person's token, whichever way they came in. */
const PORTAL_SCOPE = 'vidmobileuser'

/** @returns a token of the portal for the person */
export async function letIn(tokens: Pick<Tokens, 'issue'>, person: KnownPerson): Promise<string> {
  const { token } = await tokens.issue({
    subject: person.userId,
    kind: 'person',
    scope: PORTAL_SCOPE,
    legalId: person.legalId,
    generation: person.tokenGeneration,
  })
  return token
}
