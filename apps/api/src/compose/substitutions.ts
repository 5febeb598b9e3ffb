import { DatabaseSubstitutionStore } from '../adapters/database/substitutions/substitution-store.ts'
import type { NotifyPeople } from '../adapters/jobs/notify-people.ts'
import type { KeepSubstitutions } from '../modules/substitutions/keep-substitutions.ts'
import type { Foundation } from './foundation.ts'

/** @param notify how the other one of the two learns of what one has done */
export const composeSubstitutions = (
  { database, log, now }: Foundation,
  notify: Pick<NotifyPeople, 'substitution'>,
): KeepSubstitutions => ({
  substitutions: new DatabaseSubstitutionStore(database, notify.substitution),
  log: log.child({ name: 'substitutions' }),
  now,
})
