import type { EnvironmentReader } from './environment-reader.ts'

/** Where calls begin: those about documents, and those about people and their certificates. */
interface Bases {
  readonly main: string
  readonly identity: string
}

/** Where the portals and the servers of the environments are, as far as they are not all this one server. */
export interface EnvironmentsConfig {
  /** Where the portal that this server serves makes its calls. */
  readonly bases: Readonly<Record<'PRE' | 'PRO' | 'LOCAL', Bases>>
  /** Origins whose pages may call this server from a browser, besides its own. */
  readonly portalOrigins: readonly string[]
  /** Origin of the portal that the people of this server use, where it is another one. */
  readonly portalUrl: string | undefined
}

/** Where the calls begin on a server of ours. */
const OWN_BASE = '/api'
/** What a content security policy can name: no IPv6 address, and nothing that it would read as a pattern or an end. */
const NAME = /^[a-z\d._-]+$/
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/

/** @param publicUrl where browsers find this server */
export function readEnvironments(read: EnvironmentReader, publicUrl: string): EnvironmentsConfig {
  const base = (name: string) => readBase(read, name, publicUrl)
  const origins = (name: string) => readOrigins(read, name, publicUrl)
  const [portalUrl, ...further] = origins('PORTAL_URL')
  if (further.length > 0) read.problems.push('PORTAL_URL must be one address, and lists several.')
  return {
    bases: {
      PRE: pair(base('API_BASE_PRE'), base('IDENTITY_BASE_PRE')),
      PRO: pair(base('API_BASE_PRO'), base('IDENTITY_BASE_PRO')),
      LOCAL: pair(base('API_BASE_LOCAL'), base('IDENTITY_BASE_LOCAL')),
    },
    portalOrigins: [...new Set([...origins('PORTAL_ORIGINS'), ...(portalUrl === undefined ? [] : [portalUrl])])],
    portalUrl,
  }
}

const pair = (main = OWN_BASE, identity = main): Bases => ({ main, identity })

function readBase(read: EnvironmentReader, name: string, publicUrl: string): string | undefined {
  const value = read.text(name)
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isUsable = url && /^https?:$/.test(url.protocol) && NAME.test(url.hostname) && isPlain(url)
  if (!isUsable) {
    read.problems.push(
      `${name} must be an address like https://host or https://host/path, without a user, a query or a fragment, and with a name or an IPv4 address for its host.`,
    )
    return undefined
  }
  if (!isAsSafe(url, publicUrl)) read.problems.push(tooOpen(name))
  return url.origin + (url.pathname === '/' ? OWN_BASE : url.pathname.replace(/\/+$/, ''))
}

/** Whether an address has nothing but origin and path; an empty query or fragment counts as one. */
const isPlain = (url: URL) => url.origin + url.pathname === url.href

function readOrigins(read: EnvironmentReader, name: string, publicUrl: string): readonly string[] {
  const origins = read.origins(name)
  if (origins.some((origin) => origin.includes('*')))
    read.problems.push(`${name} must name each origin in full, without *.`)
  if (!origins.every((origin) => isAsSafe(new URL(origin), publicUrl))) read.problems.push(tooOpen(name))
  return origins
}

/** People who come by TLS do not go on without it, except on their own machine. */
const isAsSafe = ({ protocol, hostname }: URL, publicUrl: string) =>
  protocol === 'https:' || !publicUrl.startsWith('https:') || LOOPBACK.test(hostname)

const tooOpen = (name: string) => `${name} must begin with https://, because PUBLIC_URL does.`
