import type { Acting } from '../../../modules/sessions/ports.ts'

/** What the event of an act says of how the person who acted was identified. */
export const factsOfIdentification = ({ identifiedBy }: Pick<Acting, 'identifiedBy'>) => ({
  ...(identifiedBy && { identifiedBy: identifiedBy.by }),
  ...(identifiedBy?.authority !== undefined && { identifiedAt: identifiedBy.authority }),
})
