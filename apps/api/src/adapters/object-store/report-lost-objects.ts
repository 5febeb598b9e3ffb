import { PortalError } from '@rubrica/domain'
import { isStoreOutage, ObjectError } from '../../ports/object-store.ts'

/**
 * What becomes of an error where somebody waits for a document: the loss of an object is reported to the operator at
 * once, whoever comes upon it, and the person hears of their document. Nobody else's documents are touched by it.
 * @param onLost called each time an object is missing
 * @returns throws {PortalError} DOCUMENT_DAMAGED; any other error as it is
 */
export const reportLostObjects =
  (onLost: (error: ObjectError) => void) =>
  (error: unknown): never => {
    if (!(error instanceof ObjectError) || isStoreOutage(error)) throw error
    onLost(error)
    throw new PortalError('DOCUMENT_DAMAGED', 'The server does not have this document whole; its operator was told', {
      cause: error,
    })
  }
