/** Processes that answer calls, of one installation, with HAProxy before them as docs/operations/cluster.md has it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProgram, type RunningProgram, type Scene, type TemporaryDirectory } from '@rubrica/testing'
import { sandboxEnvironment } from '../../tools/sandbox-environment.mjs'
import { freePorts } from '../../apps/api/tests/cluster/machines/ports.ts'
import { answers, startProcess, until } from '../../apps/api/tests/cluster/machines/process.ts'
import { installPrograms } from '../../apps/api/tests/cluster/machines/programs.ts'
import { treeProcessorMs } from './process-memory.ts'

export interface BalancedServers extends AsyncDisposable {
  /** Where callers come in: the balancer, or the one process that has none before it. */
  readonly url: string
  /** Milliseconds of processor time of all the processes so far, and of what they started. */
  processorMs(): number
}

export interface BalancedWish {
  readonly processes: number
  readonly isBalanced: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  readonly directory: TemporaryDirectory
  readonly say: (line: string) => void
}

/** They share the database, the objects and the keys of the scene, whose own process does the jobs. */
export async function startServers({ portal }: Scene, wish: BalancedWish): Promise<BalancedServers> {
  const { server, sandbox } = portal
  const env = {
    ...(await sandboxEnvironment(sandbox.url, sandbox.dataDir)),
    ...wish.env,
    ...{ PORT: '0', ROLE: 'api', TRUSTED_PROXIES: '1' },
    ...{ DATABASE_URL: server.database?.url, DATA_DIR: server.dataDir, SERVER_KEY_FILE: server.serverKeyFile },
  }
  const programs: RunningProgram[] = []
  for (let count = 0; count < wish.processes; count += 1) programs.push(await startProgram('api', env))
  const balancer = wish.isBalanced ? await startBalancer(programs, wish) : undefined
  return {
    url: balancer?.url ?? programs[0]!.url,
    processorMs: () => programs.reduce((sum, { pid }) => sum + treeProcessorMs(pid), 0),
    [Symbol.asyncDispose]: async () => {
      await balancer?.stop()
      await Promise.all(programs.map((program) => program.stop()))
    },
  }
}

async function startBalancer(programs: readonly RunningProgram[], { directory, say }: BalancedWish) {
  const { haproxy, libraries } = installPrograms(say)
  const [port] = await freePorts(1)
  const file = join(directory.path, `haproxy-${port}.cfg`)
  const servers = programs.map(({ url }, index) => `  server r${index} ${new URL(url).host} check cookie r${index}`)
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 90s
  timeout server 90s
frontend portal
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend servers
backend servers
  balance leastconn
  cookie R insert indirect nocache httponly
  option redispatch 1
  retry-on conn-failure
  option httpchk GET /health/ready
  default-server inter 1s fall 2 rise 1
${servers.join('\n')}
`,
  )
  const running = startProcess([haproxy, '-db', '-f', file], {
    log: join(directory.path, 'haproxy.log'),
    env: { LD_LIBRARY_PATH: libraries },
  })
  const url = `http://127.0.0.1:${port}`
  await until('HAProxy leads to a server', () => answers(`${url}/health/live`))
  return { url, stop: () => running.stop() }
}
