import { openMandates } from '../adapters/database/substitutions/mandate-reader.ts'
import { DatabaseSubstitutionStore } from '../adapters/database/substitutions/substitution-store.ts'
import type { NotifyPeople } from '../adapters/jobs/notify-people.ts'
import type { SubstitutionPorts } from '../http/routes/substitutions.ts'
import type { Foundation } from './foundation.ts'

/** @param notify how the other one of the two learns of what one has done */
export const composeSubstitutions = (
  { database, bytes, log, now }: Foundation,
  notify: Pick<NotifyPeople, 'substitution'>,
): SubstitutionPorts => ({
  substitutions: new DatabaseSubstitutionStore(database, notify.substitution),
  ...{ mandates: openMandates(database), bytes },
  log: log.child({ name: 'substitutions' }),
  now,
})
