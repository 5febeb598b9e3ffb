/** Processes that answer calls, of one installation, with HAProxy before them as a cluster has it. */
import { startProgram, type RunningProgram, type Scene, type TemporaryDirectory } from '@rubrica/testing'
import { sandboxEnvironment } from '../../tools/sandbox-environment.mjs'
import { DEFAULTS, portalSettings, startHaproxy } from '../../apps/api/tests/cluster/machines/balancer.ts'
import { freePorts } from '../../apps/api/tests/cluster/machines/ports.ts'
import { answers, until } from '../../apps/api/tests/cluster/machines/process.ts'
import { installFromDebian } from '../../apps/api/tests/cluster/machines/programs.ts'
import { treeProcessorMs } from './process-memory.ts'

export interface BalancedServers extends AsyncDisposable {
  /** Where callers come in: the balancer, or the one process that has none before it. */
  readonly url: string
  /** Milliseconds of processor time of all the processes so far, and of what they started. */
  readonly processorMs: () => number
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
  const { haproxy: program, libraries } = installFromDebian(say)
  const [apiPort] = await freePorts(1)
  const servers = programs.map(({ url }, index) => ({ name: `api${index}`, port: Number(new URL(url).port) }))
  const settings = `${DEFAULTS}\n${portalSettings({ apiPort: apiPort!, servers })}\n`
  const running = await startHaproxy(settings, { program, libraries, folder: directory.path, logs: directory.path })
  const url = `http://127.0.0.1:${apiPort}`
  await until('HAProxy leads to a server', () => answers(`${url}/health/live`))
  return { url, stop: () => running.stop() }
}
