import { isEnvironmentValid } from '../../shared/api/environment.ts'

/** The session names an environment that there is none of. */
export class EnvironmentInvalid extends Error {
  override readonly name = 'EnvironmentInvalid'
}

/**
 * Before anything is asked of a server: which one must be clear.
 * @throws {EnvironmentInvalid}
 */
export function requireEnvironment(): void {
  if (!isEnvironmentValid()) throw new EnvironmentInvalid('The session names an unknown environment')
}
