import type { AugmentLevel, AugmentOptions } from '@rubrica/pades'
import { createGuardedFetcher } from '@rubrica/pki'
import { UsageError } from '../command.ts'
import { readAuthority } from '../read-authority.ts'
import { readAnchors } from '../verify/read-anchors.ts'

/** Options of every command that reaches a long-term level. */
export const ARCHIVING_OPTIONS = {
  level: { type: 'string' },
  tsa: { type: 'string' },
  trust: { type: 'string', multiple: true },
  'allow-private': { type: 'string', multiple: true },
  'fetch-issuers': { type: 'boolean' },
} as const

export const ARCHIVING_HELP = `  --tsa URL            ask this RFC 3161 authority for timestamps
                       (https://name:password@host/ when it wants credentials)
  --trust FILE|FOLDER  certificates to trust, PEM or DER; needed for LT and LTA (may be
                       repeated). Every chain must end in one of them
  --allow-private ORIGIN  http://host:port of a private network that certificates may
                       send us to for OCSP and CRLs (may be repeated)
  --fetch-issuers      fetch missing issuers from where the certificates say`

export interface ArchivingValues {
  readonly tsa?: string | undefined
  readonly trust?: readonly string[] | undefined
  readonly 'allow-private'?: readonly string[] | undefined
  readonly 'fetch-issuers'?: boolean | undefined
}

/** @throws UsageError when something that the level needs is not said */
export async function readArchiving(level: AugmentLevel, values: ArchivingValues): Promise<AugmentOptions> {
  const { tsa, trust = [] } = values
  if (level !== 'LT' && tsa === undefined) throw new UsageError(`Level ${level} needs --tsa, a timestamp authority.`)
  if (level !== 'T' && trust.length === 0)
    throw new UsageError(`Level ${level} needs --trust, the certificates to trust.`)
  const allowedPrivateOrigins = (values['allow-private'] ?? []).map(readOrigin)
  return {
    level,
    anchors: (await Promise.all(trust.map(readAnchors))).flat(),
    fetcher: createGuardedFetcher({ allowedPrivateOrigins }),
    timestamp: tsa === undefined ? refuseTimestamp : readAuthority(tsa),
    issuerOrigins: values['fetch-issuers'] ? 'any' : [],
  }
}

function refuseTimestamp(): never {
  throw new UsageError('A signature of this file has no timestamp yet: --tsa names an authority that gives one.')
}

export function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin
  throw new UsageError('--allow-private is the beginning of an address, such as http://127.0.0.1:8090.')
}
