import type { AugmentOptions } from '@rubrica/pades'
import type { TimestampSource } from '@rubrica/pki'
import { type ArchivingValues, readArchiving } from '../archive/read-archiving.ts'
import { UsageError } from '../command.ts'
import { readAuthority } from '../read-authority.ts'

/** How far a signature is taken. */
export interface SigningLevel {
  readonly name: 'B' | 'T' | 'LT' | 'LTA'
  /** From T on. */
  readonly timestamp: TimestampSource | undefined
  /** From LT on: what comes after the signature. */
  readonly archiving: AugmentOptions | undefined
}

/** @throws UsageError when there is no such level, or something that it needs is not said */
export async function readLevel(
  values: ArchivingValues & { readonly level?: string | undefined },
): Promise<SigningLevel> {
  const { tsa } = values
  const name = readName(values.level ?? (tsa === undefined ? 'B' : 'T'))
  if (name === 'B') {
    if (tsa === undefined) return { name, timestamp: undefined, archiving: undefined }
    throw new UsageError('A signature of level B has no timestamp: leave out --tsa.')
  }
  if (tsa === undefined) throw new UsageError(`Level ${name} needs --tsa, a timestamp authority.`)
  const archiving = name === 'T' ? undefined : await readArchiving(name, values)
  return { name, timestamp: readAuthority(tsa), archiving }
}

function readName(text: string): SigningLevel['name'] {
  if (text === 'B' || text === 'T' || text === 'LT' || text === 'LTA') return text
  throw new UsageError('--level is B, T, LT or LTA.')
}
