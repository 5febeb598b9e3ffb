export type DatabaseErrorCode =
  | 'DATABASE_IN_USE'
  | 'DATABASE_DAMAGED'
  | 'DATABASE_VERSION'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_NOT_STARTED'
  | 'DATABASE_PLATFORM'

/** The database cannot be opened. The message is one sentence for the person who started the program. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
