/** The network between the machines: each edge is a proxy of toxiproxy, which may be made slow, lossy or dead. */
import { join } from 'node:path'
import { answers, startProcess, until, type ClusterProcess } from './process.ts'

export interface Edge {
  /** `FROM-TO`. */
  readonly name: string
  readonly port: number
  readonly upstream: number
}

/** What toxiproxy calls a toxic: what it does, in which direction, and its numbers. */
export interface Toxic {
  readonly type: 'latency' | 'timeout' | 'reset_peer' | 'slow_close' | 'limit_data' | 'bandwidth'
  readonly stream: 'upstream' | 'downstream'
  readonly attributes: Readonly<Record<string, number>>
}

export interface Edges {
  readonly names: readonly string[]
  /** Poisons the edges; @returns what heals them again. */
  poison(edges: readonly string[], toxic: Toxic): Promise<() => Promise<void>>
  /** Nobody gets through, and connections end; @returns what heals them again. */
  cut(edges: readonly string[]): Promise<() => Promise<void>>
  /** Heals everything. */
  heal(): Promise<void>
  stop(): Promise<void>
}

export async function startEdges(
  program: string,
  { port, edges, logs }: { readonly port: number; readonly edges: readonly Edge[]; readonly logs: string },
): Promise<Edges> {
  const running: ClusterProcess = startProcess([program, '-host', '127.0.0.1', '-port', String(port)], {
    log: join(logs, 'toxiproxy.log'),
    env: { LOG_LEVEL: 'error' },
  })
  const address = `http://127.0.0.1:${port}`
  await until('toxiproxy answers', () => answers(`${address}/version`))
  const ask = async (path: string, method: string, body?: object): Promise<void> => {
    const answer = await fetch(address + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`toxiproxy refused ${method} ${path}: ${answer.status} ${text}`)
  }
  const onEach = (names: readonly string[], act: (path: string) => Promise<void>) =>
    Promise.all(names.map((name) => act(`/proxies/${name}`))).then(() => undefined)
  for (const { name, port: listen, upstream } of edges)
    await ask('/proxies', 'POST', {
      name,
      listen: `127.0.0.1:${listen}`,
      upstream: `127.0.0.1:${upstream}`,
      enabled: true,
    })
  let toxics = 0
  return {
    names: edges.map(({ name }) => name),
    poison: async (names, toxic) => {
      toxics += 1
      const name = `toxic${toxics}`
      await onEach(names, (path) => ask(`${path}/toxics`, 'POST', { name, toxicity: 1, ...toxic }))
      return () => onEach(names, (path) => ask(`${path}/toxics/${name}`, 'DELETE').catch(() => undefined))
    },
    cut: async (names) => {
      await onEach(names, (path) => ask(path, 'POST', { enabled: false }))
      return () => onEach(names, (path) => ask(path, 'POST', { enabled: true }))
    },
    heal: () => ask('/reset', 'POST'),
    stop: () => running.stop(),
  }
}
