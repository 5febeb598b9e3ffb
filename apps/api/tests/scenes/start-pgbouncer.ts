import { spawn } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { expect } from 'vitest'
import { makeTemporaryDirectory, type SharedPostgres } from '@rubrica/testing'

/** Where PgBouncer is (Debian: `apt-get install pgbouncer`); undefined where it is not. */
export const pgbouncer = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((file) => existsSync(file))

export interface RunningPooler extends AsyncDisposable {
  /** For DATABASE_URL, by the name of a database. */
  urlOf(database: string): string
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })

/** Starts a pooler that lends a connection for one transaction, over few connections. It takes no start-up parameter. */
export async function startPgbouncer(postgres: SharedPostgres): Promise<RunningPooler> {
  const directory = await makeTemporaryDirectory()
  const port = await freePort()
  const users = join(directory.path, 'users.txt')
  const settings = join(directory.path, 'pgbouncer.ini')
  await writeFile(users, `"${postgres.user}" "${postgres.password}"\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${postgres.host} user=${postgres.user} password=${postgres.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
`,
  )
  for (const path of [directory.path, users, settings]) await chmod(path, 0o755)
  // It refuses to be run by root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(pgbouncer!, [...asNobody, settings], { stdio: 'ignore' })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  await expect.poll(() => answers(port), { timeout: 30_000 }).toBe(true)
  return {
    urlOf: (database) => {
      const login = `${postgres.user}:${encodeURIComponent(postgres.password)}`
      return `postgres://${login}@127.0.0.1:${port}/${database}`
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT')
      await ended
      await directory[Symbol.asyncDispose]()
    },
  }
}
