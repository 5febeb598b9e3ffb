import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../keep-time.ts'
import { createTokens, type Tokens } from '../keep-tokens.ts'
import { denied, NebulaError, tokenExpired } from './nebula-error.ts'
import { findNebulaUser, type NebulaUser } from './nebula-users.ts'

/** What was proved so far: the password, which authenticator is being asked, or both factors. */
export type Level = 'simple' | 'challenge' | 'robust'

const LIVES: Readonly<Record<Level, number>> = { simple: 10 * 60_000, challenge: 5 * 60_000, robust: 20 * 60_000 }

export interface LevelTokens {
  /** @returns the token with its scheme, as it goes into the next request's Authorization header */
  issue(user: NebulaUser, level: Level): string
  /** Who asks. Throws NebulaError when the token is missing, expired or of none of these levels. */
  demand(request: FastifyRequest, ...levels: readonly Level[]): NebulaUser
  clear(): void
}

export function createLevelTokens(clock: Clock): LevelTokens {
  const tokens: Tokens<{ user: string; level: Level }> = createTokens(clock)
  return {
    issue: ({ id }, level) => `Bearer ${tokens.issue({ user: id, level }, LIVES[level])}`,
    demand(request, ...levels) {
      const header = (request.headers.authorization ?? '').replace(/^(Bearer )+/i, '')
      const found = tokens.look(header)
      if (found.state === 'unknown') throw denied('INVALID_TOKEN')
      if (found.state !== 'valid' || request.fault?.kind === 'expired-session') throw tokenExpired()
      const user = findNebulaUser(found.value.user)
      if (user === undefined) throw denied('INVALID_TOKEN')
      if (levels.includes(found.value.level)) return user
      throw new NebulaError(403, 'error_insufficient_level', 'The level of the token is not sufficient')
    },
    clear: () => tokens.clear(),
  }
}
