/** Errors of a database that is away (refused, restarting, shutting down, full) or that does not get done in time. */
const NODE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
const SQL_STATES = /^(?:08...|57P0[1-5]|53[123]00|25006|25P03|57014|55P03)$/
const DRIVER_SENTENCES =
  /timeout exceeded when trying to connect|connection terminated|client has encountered a connection error/i

/** Whether an error says that the database cannot be reached now, rather than that a query was wrong. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined && SQL_STATES.test(code)) return true
  if (code !== undefined && syscall !== undefined && NODE_CODES.has(code)) return syscall !== 'open'
  return DRIVER_SENTENCES.test(error.message)
}
