/** Who is where in a cluster: every port, and every edge between two of its machines. */
import type { Edge } from './edges.ts'
import { freePorts } from './ports.ts'

const ETCD = ['etcd1', 'etcd2', 'etcd3']
const DATABASE = ['pg1', 'pg2', 'pg3']
const SERVERS = ['api1', 'api2', 'api3']
const WORKERS = ['worker1', 'worker2']

export interface ClusterPlaces {
  readonly etcd: readonly { readonly name: string; readonly clientPort: number; readonly peerPort: number }[]
  readonly machines: readonly {
    readonly name: string
    readonly restPort: number
    readonly port: number
    readonly peerPort: number
    readonly etcdPorts: readonly number[]
  }[]
  readonly replicas: readonly {
    readonly name: string
    readonly role: 'api' | 'worker'
    readonly port: number
    /** Where the balancer reaches it, and where it reaches database, store and timestamp authority. */
    readonly portalPort: number
    readonly databasePort: number
    readonly storePort: number
  }[]
  readonly balancer: { readonly databasePort: number; readonly apiPort: number; readonly statsPort: number }
  readonly toxiproxyPort: number
  /** Where the servers reach the timestamp authority. */
  readonly timestampPort: number
  readonly edges: readonly Edge[]
}

/** @param outside ports of the timestamp authority, and of the store where it is one of S3 */
export async function choosePlaces(outside: {
  readonly authority: number
  readonly store: number | undefined
}): Promise<ClusterPlaces> {
  const ports = await freePorts(64)
  const port = (): number => ports.pop()!
  const etcd = ETCD.map((name) => ({ name, clientPort: port(), peerPort: port() }))
  const machines = DATABASE.map((name) => ({
    name,
    restPort: port(),
    port: port(),
    peerPort: port(),
    etcdPorts: etcd.map(port),
  }))
  const replicas = [...SERVERS, ...WORKERS].map((name) => ({
    name,
    role: SERVERS.includes(name) ? ('api' as const) : ('worker' as const),
    port: port(),
    portalPort: port(),
    databasePort: port(),
    storePort: port(),
  }))
  const balancer = { databasePort: port(), apiPort: port(), statsPort: port() }
  const timestampPort = port()
  const edges: Edge[] = [
    ...machines.flatMap(({ name, etcdPorts }) =>
      etcdPorts.map((from, index) => ({
        name: `${name}-${etcd[index]!.name}`,
        port: from,
        upstream: etcd[index]!.clientPort,
      })),
    ),
    ...machines.map(({ name, peerPort, port: upstream }) => ({ name: `standbys-${name}`, port: peerPort, upstream })),
    ...(outside.store === undefined ? [] : edgesToStore(replicas, outside.store)),
    ...replicas.flatMap((replica) => [
      { name: `${replica.name}-database`, port: replica.databasePort, upstream: balancer.databasePort },
      { name: `portal-${replica.name}`, port: replica.portalPort, upstream: replica.port },
    ]),
    { name: 'servers-tsa', port: timestampPort, upstream: outside.authority },
  ]
  return { etcd, machines, replicas, balancer, toxiproxyPort: port(), timestampPort, edges }
}

const edgesToStore = (replicas: ClusterPlaces['replicas'], upstream: number): Edge[] =>
  replicas.map(({ name, storePort }) => ({ name: `${name}-store`, port: storePort, upstream }))
