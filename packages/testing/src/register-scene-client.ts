import { runCli } from './run-cli.ts'
import type { RunningPortal } from './start-portal.ts'

/** Where the program of a scene may have people led after log-out. */
const RETURN_ADDRESS = 'https://scene.example.test/done'

/** The program that sends a scene's documents. */
export interface SceneClient {
  readonly id: string
  readonly secret: string
}

/** Has the operator add the program of a scene. */
export async function registerSceneClient({ server }: RunningPortal): Promise<SceneClient> {
  const options = ['--scope', 'documents', '--scope', 'login', '--return', RETURN_ADDRESS]
  const added = await runCli(['client', 'add', 'scene', '--subscription', 'Demo', ...options, '--json'], {
    DATABASE_URL: server.database?.url,
    DATA_DIR: server.dataDir,
  })
  if (added.code !== 0) throw new Error(`rubrica client add: ${added.stderr}`)
  return JSON.parse(added.stdout) as SceneClient
}
