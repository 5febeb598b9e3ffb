import { cp } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, type SharedPostgres, type TestDatabase } from './create-database.ts'
import { startProgram, type ProgramEnd, type ProgramEnvironment, type RunningProgram } from './start-program.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'
import { writeServerKeyFile } from './write-server-key-file.ts'

export interface ServerOptions {
  /** The PostgreSQL of the run (`inject('sharedPostgres')`); without it the server starts its own. */
  readonly postgres?: SharedPostgres
  readonly env?: ProgramEnvironment
  /** The step of signing at which the process dies. */
  readonly failpoint?: string
  /** What the server finds; nothing unless said otherwise. Goes with `postgres`. */
  readonly copyOf?: ServerData
}

/** What a server that was stopped has left. */
export interface ServerData {
  /** Holds its data directory, `data`, and its keys, `data-keys`. */
  readonly folder: string
  /** Name of its database in the PostgreSQL of the run. */
  readonly database: string
}

export interface RunningServer extends AsyncDisposable {
  /** Of the process that runs now; another one after a restart, unless PORT was given. */
  readonly url: string
  readonly dataDir: string
  readonly serverKeyFile: string
  readonly database: TestDatabase | undefined
  /** The process that runs now. */
  readonly program: RunningProgram
  /** What all its processes wrote. */
  log(): string
  kill9(): Promise<ProgramEnd>
  /** Starts the program again on the same data, ending it first if it runs; `env` replaces single variables. */
  restart(env?: ProgramEnvironment): Promise<void>
}

/** Starts a server on a free port with data of its own. It stands on `dist/api.js`. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const directory = await makeTemporaryDirectory()
  const { copyOf } = options
  if (copyOf) await cp(copyOf.folder, directory.path, { recursive: true })
  const database = options.postgres && (await createDatabase(options.postgres, copyOf?.database))
  const dataDir = join(directory.path, 'data')
  const settings: ProgramEnvironment = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url,
    LOG_LEVEL: 'debug',
    // Nothing is appended to a document behind the back of a test that does not ask for it.
    ARCHIVE_DELAY_MS: '3600000',
    // A machine that is busy takes long for an honest file, too.
    PDF_WORKER_TIMEOUT_MS: '60000',
    // What a test leaves hanging need not be waited for.
    DRAIN_LIMIT_MS: '15000',
    FAILPOINT: options.failpoint,
    ...options.env,
  }
  const keyFile = settings['SERVER_KEY_FILE'] ?? join(directory.path, 'data-keys/server-keys.json')
  // One that is there is another server's of the same database.
  if (settings['DATABASE_URL'] !== undefined && !copyOf && settings['DEMO'] === undefined && !existsSync(keyFile)) {
    await writeServerKeyFile(keyFile)
  }
  const logs: string[] = []
  let program = await startProgram('api', settings)
  const replace = async (env: ProgramEnvironment): Promise<void> => {
    await program.stop()
    logs.push(program.log())
    program = await startProgram('api', { ...settings, ...env })
  }
  return {
    get url() {
      return program.url
    },
    get program() {
      return program
    },
    dataDir,
    serverKeyFile: join(directory.path, 'data-keys/server-keys.json'),
    database,
    log: () => [...logs, program.log()].join(''),
    kill9: () => program.kill9(),
    restart: (env = {}) => replace(env),
    [Symbol.asyncDispose]: async () => {
      await program.stop()
      await database?.[Symbol.asyncDispose]()
      await directory[Symbol.asyncDispose]()
    },
  }
}
