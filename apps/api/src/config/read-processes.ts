import type { EnvironmentReader } from './environment-reader.ts'

const ROLES = ['all', 'api', 'worker'] as const

/** What a process does: everything, answering calls alone, or working on jobs alone. */
export type Role = (typeof ROLES)[number]

/** A process as one of several. */
export interface ProcessConfig {
  readonly role: Role
  /** How long it goes on serving, not ready any more, once it is asked to end. */
  readonly drainDelayMs: number
  /** How long what is under way may take after that. */
  readonly drainLimitMs: number
}

export function readProcess(read: EnvironmentReader): ProcessConfig {
  return {
    role: read.choice('ROLE', ROLES, 'all'),
    drainDelayMs: read.wholeNumber('DRAIN_DELAY_MS', { fallback: 0, min: 0, max: 300_000 }),
    drainLimitMs: read.wholeNumber('DRAIN_LIMIT_MS', { fallback: 60_000, min: 0, max: 600_000 }),
  }
}
