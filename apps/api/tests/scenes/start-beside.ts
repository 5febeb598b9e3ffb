import { startServer, type RunningServer, type Scene, type ServerOptions } from '@rubrica/testing'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'

/** Another server on the database, files and keys of a scene, as behind a load balancer. */
export async function startBeside(
  { portal: { server, sandbox } }: Scene,
  options: Pick<ServerOptions, 'failpoint' | 'env'> = {},
): Promise<RunningServer> {
  const env = {
    ...(await sandboxEnvironment(sandbox.url, sandbox.dataDir)),
    DATABASE_URL: server.database!.url,
    DATA_DIR: server.dataDir,
    SERVER_KEY_FILE: server.serverKeyFile,
    ...options.env,
  }
  return startServer({ ...options, env })
}
