import { lookup, Resolver } from 'node:dns/promises'

/** Numeric addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/** The system's resolver: the hosts file and the name servers. */
export async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address)
}

/** In milliseconds for each question, and how often it is put: less in all than any request may take. */
const PATIENCE = { timeout: 2000, tries: 2 }

/**
 * The name servers, asked directly. The system's resolver keeps one of a handful of threads of the process for as long as
 * the name server of a stranger takes, and databases, timestamp authorities and other receivers would wait for one.
 * @param servers `address:port`; those of the system unless said otherwise
 */
export async function resolveByNameServers(hostname: string, servers?: readonly string[]): Promise<readonly string[]> {
  // Made each time, as the servers of the system may be others by now.
  const resolver = new Resolver(PATIENCE)
  if (servers) resolver.setServers(servers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length === 0 && four.status === 'rejected') throw four.reason
  return found
}
