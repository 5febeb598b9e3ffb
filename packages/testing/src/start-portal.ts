import { sandboxEnvironment } from '../../../tools/sandbox-environment.mjs'
import { startSandbox, type RunningSandbox } from './start-sandbox.ts'
import type { ProgramEnvironment } from './start-program.ts'
import { startServer, type RunningServer, type ServerData, type ServerOptions } from './start-server.ts'

/** The password of the demo people in a portal under test. */
export const DEMO_PASSWORD = 'Rubrica-2026'

export interface RunningPortal extends AsyncDisposable {
  readonly url: string
  readonly server: RunningServer
  readonly sandbox: RunningSandbox
}

export interface PortalOptions extends Omit<ServerOptions, 'env' | 'copyOf'> {
  /** Adds to the server's environment; as a function, what depends on where the sandbox is. */
  readonly env?: ProgramEnvironment | ((sandbox: RunningSandbox) => ProgramEnvironment)
  /** Seeds the demo people (ana, biel, carla) and their documents; true unless said otherwise. */
  readonly seed?: boolean
  /** A sandbox that several portals share; it is not stopped with this one. */
  readonly sandbox?: RunningSandbox
  /** What both find; nothing unless said otherwise. Goes with `postgres`. */
  readonly copyOf?: PortalData
}

/** What a portal that was stopped has left. */
export interface PortalData {
  readonly server: ServerData
  /** Folder of the sandbox's data. */
  readonly sandbox: string
}

/** Starts a sandbox, and a server that uses it, with the demo people seeded. */
export async function startPortal(wish: PortalOptions = {}): Promise<RunningPortal> {
  const { seed = true, env = {}, copyOf, ...options } = wish
  const sandbox = options.sandbox ?? (await startSandbox({ copyOf: copyOf?.sandbox }))
  const services = await sandboxEnvironment(sandbox.url, sandbox.dataDir)
  const own = typeof env === 'function' ? env(sandbox) : env
  const demo = seed ? { DEMO: '1', DEMO_PASSWORD } : {}
  const server = await startServer({ ...options, copyOf: copyOf?.server, env: { ...services, ...demo, ...own } })
  return {
    get url() {
      return server.url
    },
    server,
    sandbox,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      if (!options.sandbox) await sandbox[Symbol.asyncDispose]()
    },
  }
}
