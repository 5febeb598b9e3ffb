import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, startProcess, until, type ClusterProcess } from './process.ts'

export interface EtcdMember {
  readonly name: string
  readonly clientPort: number
  readonly peerPort: number
}

/** A disk that others keep busy: the defaults (100 and 1000 ms) would have members elect all the time. */
const PATIENCE = ['--heartbeat-interval', '500', '--election-timeout', '5000']

/** Starts etcd on every member, and waits until they agree. */
export async function startEtcd(
  program: string,
  members: readonly EtcdMember[],
  { folder, logs }: { readonly folder: string; readonly logs: string },
): Promise<ClusterProcess[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const initial = members.map(({ name, peerPort }) => `${name}=http://127.0.0.1:${peerPort}`).join(',')
  const processes = members.map(({ name, clientPort, peerPort }) => {
    const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`]
    const places = ['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer]
    const others = [
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      initial,
      '--initial-cluster-state',
      'new',
    ]
    const own = ['--name', name, '--data-dir', join(folder, name), '--logger', 'zap']
    return startProcess([program, ...own, ...places, ...others, ...PATIENCE], { log: join(logs, `${name}.log`) })
  })
  for (const { name, clientPort } of members)
    await until(`${name} is healthy`, () => answers(`http://127.0.0.1:${clientPort}/health`))
  return processes
}
