import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess, type ClusterProcess } from './process.ts'

export interface BalancerPlaces {
  readonly databasePort: number
  readonly apiPort: number
  readonly statsPort: number
  readonly machines: readonly { readonly name: string; readonly port: number; readonly restPort: number }[]
  readonly servers: readonly { readonly name: string; readonly port: number }[]
}

/** How long it waits for whom, as for the portal alone. */
export const DEFAULTS = `defaults
  timeout connect 2s
  timeout check 2s
  timeout client 90s
  timeout server 90s
  retries 3`

/**
 * Its settings for the calls of people and programs. A browser stays with the server that has made things ready for it,
 * by a cookie; docs/operations/cluster.md has the same.
 */
export const portalSettings = ({ apiPort, servers }: Pick<BalancerPlaces, 'apiPort' | 'servers'>): string =>
  `frontend portal
  bind 127.0.0.1:${apiPort}
  mode http
  option forwardfor
  default_backend servers
backend servers
  mode http
  balance leastconn
  cookie R insert indirect nocache httponly
  option redispatch 1
  retry-on conn-failure
  option httpchk GET /health/ready
  http-check expect status 200
  default-server inter 1s fall 2 rise 1
${servers.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check cookie ${name}`).join('\n')}`

/**
 * HAProxy's settings: connections to the database go to the machine whose Patroni says that it leads, and are ended when
 * it no longer does; a connection that is refused is tried again at whoever leads by then. Calls go to servers that are
 * ready. A call that reached no server is given to another one, and no call is sent twice.
 */
const settingsOf = ({ databasePort, apiPort, statsPort, machines, servers }: BalancerPlaces): string => `global
  maxconn 4000
${DEFAULTS}
frontend database
  bind 127.0.0.1:${databasePort}
  mode tcp
  default_backend leader
backend leader
  mode tcp
  option redispatch 1
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 250ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${machines.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`).join('\n')}
${portalSettings({ apiPort, servers })}
frontend figures
  bind 127.0.0.1:${statsPort}
  mode http
  stats enable
  stats uri /
  stats refresh 2s
`

interface BalancerNeeds {
  readonly program: string
  readonly libraries: string
  readonly folder: string
  readonly logs: string
}

export const startBalancer = (places: BalancerPlaces, needs: BalancerNeeds): Promise<ClusterProcess> =>
  startHaproxy(settingsOf(places), needs)

export async function startHaproxy(settings: string, needs: BalancerNeeds): Promise<ClusterProcess> {
  const file = join(needs.folder, 'haproxy.cfg')
  await writeFile(file, settings, { mode: 0o600 })
  return startProcess([needs.program, '-db', '-f', file], {
    log: join(needs.logs, 'haproxy.log'),
    env: { LD_LIBRARY_PATH: needs.libraries },
  })
}
