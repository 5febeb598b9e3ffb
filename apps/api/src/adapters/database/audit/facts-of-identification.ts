import type { Acting } from '../../../modules/sessions/ports.ts'

/** What the event of an act in the name of another says of that. */
export const factsOfOffice = ({ office }: Pick<Acting, 'office'>) => ({
  ...(office && { substitutionId: office.substitutionId }),
  ...(office?.mandateDigest && { mandateDigest: office.mandateDigest }),
})

/** What names people of it. */
export const personalOfOffice = ({ office }: Pick<Acting, 'office'>) => ({
  ...(office && { actedFor: office.principalName, formula: office.formula }),
})

/** What the event of an act says of how the person who acted was identified. */
export const factsOfIdentification = ({ identifiedBy }: Pick<Acting, 'identifiedBy'>) => ({
  ...(identifiedBy && { identifiedBy: identifiedBy.by }),
  ...(identifiedBy?.authority !== undefined && { identifiedAt: identifiedBy.authority }),
})
