import type { DocumentPermission, FieldLock } from '@rubrica/pades'
import { UsageError } from '../command.ts'

interface LimitOptions {
  readonly certify?: string | undefined
  readonly lock?: readonly string[] | undefined
  readonly 'lock-all'?: boolean | undefined
  readonly field?: string | undefined
}

/** What the signature forbids from then on. */
export interface Limits {
  readonly certify: DocumentPermission | undefined
  readonly lock: FieldLock | undefined
}

/** @throws UsageError when a word is none of the known ones or does not go with the others */
export function readLimits({ certify, lock, 'lock-all': all, field }: LimitOptions): Limits {
  if (all && lock !== undefined) throw new UsageError('Give --lock or --lock-all, not both.')
  const fields = all ? { action: 'All' as const } : lock && { action: 'Include' as const, fields: lock }
  if (fields && field !== undefined) {
    throw new UsageError('--field names a field that brings its own lock; --lock and --lock-all are for a new one.')
  }
  return { certify: certify === undefined ? undefined : readPermission(certify), lock: fields }
}

function readPermission(text: string): DocumentPermission {
  const permission = ([1, 2, 3] as const).find((known) => String(known) === text)
  if (permission === undefined) {
    throw new UsageError('--certify is 1 (no changes), 2 (fill in and sign) or 3 (comments too).')
  }
  return permission
}
