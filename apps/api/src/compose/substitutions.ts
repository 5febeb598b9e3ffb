import { DatabaseSubstitutionStore } from '../adapters/database/substitutions/substitution-store.ts'
import type { KeepSubstitutions } from '../modules/substitutions/keep-substitutions.ts'
import type { Foundation } from './foundation.ts'

export const composeSubstitutions = ({ database, log, now }: Foundation): KeepSubstitutions => ({
  substitutions: new DatabaseSubstitutionStore(database),
  log: log.child({ name: 'substitutions' }),
  now,
})
