import { PortalError } from '@rubrica/domain'

/** Other bytes would be signed than those that were authorised: they are prepared anew, and asked for again. */
export class MovedOn extends PortalError {
  constructor() {
    super('DOCUMENT_MOVED_ON', 'The document was signed by somebody else meanwhile')
  }
}
