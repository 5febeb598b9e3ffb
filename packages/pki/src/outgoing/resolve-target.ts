/**
 * Decides to which numeric addresses a request for a URL may go, or that it goes nowhere.
 *
 * A name is resolved once and the request is pinned to what was found, so that a second answer of a lying name server
 * changes nothing. A name with even one address that is not public is rejected.
 */
import { isIP } from 'node:net'
import { PkiError } from '../pki-error.ts'
import { isPublicAddress } from './judge-address.ts'
import { resolveBySystem, resolveByNameServers, type ResolveHost } from './resolve-host.ts'

export interface TargetRules {
  /** Origins, as `URL.origin` writes them, whose address may be private. */
  readonly allowedPrivateOrigins: ReadonlySet<string>
  /** Replaces the ways to resolve the name of an allowed origin, and that of a stranger. */
  readonly resolveHost?: ResolveHost | undefined
}

const LONGEST_URL = 4096

/** @throws PkiError REQUEST_REFUSED for anything but a plain http or https address */
export function readTarget(text: string, base?: URL): URL {
  const url = text.length <= LONGEST_URL && URL.canParse(text, base?.href) ? new URL(text, base) : null
  if (url === null) throw new PkiError('REQUEST_REFUSED', { reason: 'URL' })
  const isPlain = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isPlain || url.username !== '' || url.password !== '') throw refused(url, 'URL')
  return url
}

/**
 * The addresses to connect to, the best one first; never none.
 * @throws PkiError REQUEST_REFUSED (ADDRESS_NOT_PUBLIC), REQUEST_FAILED (NAME: there is no such host)
 */
export async function resolveTarget(url: URL, rules: TargetRules): Promise<readonly string[]> {
  // WHATWG URLs write every numeric form (decimal, octal, hexadecimal, short) as four decimal parts.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isAllowed = rules.allowedPrivateOrigins.has(url.origin)
  const resolveHost = rules.resolveHost ?? (isAllowed ? resolveBySystem : resolveByNameServers)
  const addresses = isIP(host) === 0 ? await askNames(url, host, resolveHost) : [host]
  if (addresses.length === 0) throw new PkiError('REQUEST_FAILED', { reason: 'NAME', host: url.host })
  if (!isAllowed && !addresses.every(isPublicAddress)) throw refused(url, 'ADDRESS_NOT_PUBLIC')
  return addresses
}

async function askNames(url: URL, host: string, resolveHost: ResolveHost): Promise<readonly string[]> {
  try {
    return await resolveHost(host)
  } catch {
    throw new PkiError('REQUEST_FAILED', { reason: 'NAME', host: url.host })
  }
}

const refused = (url: URL, reason: string): PkiError => new PkiError('REQUEST_REFUSED', { reason, host: url.host })
