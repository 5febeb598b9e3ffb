import type { Substitution } from './ports.ts'

export type SubstitutionState = 'proposed' | 'accepted' | 'active' | 'ended' | 'declined' | 'revoked' | 'lapsed'

type Times = Pick<Substitution, 'beginsAt' | 'endsAt' | 'acceptedAt' | 'endedAt' | 'endedBy'>

/** How a substitution stands at a moment. The clock alone begins and ends it. */
export function stateOf({ beginsAt, endsAt, acceptedAt, endedAt, endedBy }: Times, at: Date): SubstitutionState {
  if (endedAt) return acceptedAt || endedBy === 'principal' ? 'revoked' : 'declined'
  if (endsAt <= at) return acceptedAt ? 'ended' : 'lapsed'
  if (!acceptedAt) return 'proposed'
  return beginsAt <= at ? 'active' : 'accepted'
}
