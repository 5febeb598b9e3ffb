import { isOfTheChanges, isOver } from '../run/failure-scope.ts'

/**
 * Whether the document cannot be signed any more, or only after its changes are confirmed. What Swisscom itself said,
 * and what an earlier confirmation is worth, is read in the dialog, with the way on.
 */
export const endsHere = (error: unknown): boolean => isOver(error) || isOfTheChanges(error)
