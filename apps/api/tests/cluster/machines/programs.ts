/** The programs of others that a cluster is made of, each from its own package manager into .cache/cluster. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installDebian, installGo, installPython, ProgramMissing } from '../../../../../tools/install-strangers.mjs'
import { clusterIdentity } from './cluster-identity.ts'

export interface ClusterPrograms {
  readonly etcd: string
  readonly haproxy: string
  /** Folder with the libraries that what is unpacked needs. */
  readonly libraries: string
  /** To be loaded before a program whose clock is to be wrong. */
  readonly faketime: string
  readonly patroni: string
  readonly pgbackrest: string
  /** Folder with the programs of PostgreSQL. */
  readonly postgres: string
  readonly toxiproxy: string
}

const DEBIAN = [
  ...['etcd-server', 'haproxy', 'libfaketime', 'pgbackrest'],
  ...['liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
]
const POSTGRES = '/usr/lib/postgresql'
/** The system's: one that is somewhere in a home is closed to other users. */
const PYTHON = '/usr/bin/python3'
const CACHE = join(import.meta.dirname, '../../../../../.cache')
const REQUIREMENTS = join(import.meta.dirname, 'patroni.txt')
const TOXIPROXY = { wanted: 'github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0', program: 'server' }

type Report = (message: string) => void

/** Has them all there. @throws {ProgramMissing} with a sentence that names the one that cannot be had */
export function installPrograms(report: Report): ClusterPrograms {
  if (process.platform !== 'linux') throw new ProgramMissing('The cluster runs on Linux only.')
  const postgres = findPostgres()
  return {
    ...installFromDebian(report),
    patroni: installPatroni(report),
    postgres,
    toxiproxy: installGo({ folder: 'cluster/toxiproxy', ...TOXIPROXY, name: 'toxiproxy', report }),
  }
}

type FromDebian = Pick<ClusterPrograms, 'etcd' | 'haproxy' | 'libraries' | 'faketime' | 'pgbackrest'>

/** Those that Debian's packages bring. @throws {ProgramMissing} */
export function installFromDebian(report: Report): FromDebian {
  const name = 'etcd, HAProxy, pgBackRest and libfaketime'
  const unpacked = installDebian({ folder: 'cluster/debian', packages: DEBIAN, name, report })
  const libraries = libraryFolder(unpacked)
  return {
    etcd: join(unpacked, 'usr/bin/etcd'),
    haproxy: join(unpacked, 'usr/sbin/haproxy'),
    libraries,
    faketime: join(libraries, 'faketime/libfaketime.so.1'),
    pgbackrest: join(unpacked, 'usr/bin/pgbackrest'),
  }
}

function findPostgres(): string {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number).filter(Boolean) : []
  const newest = versions.toSorted((a, b) => b - a)[0]
  if (newest === undefined) {
    throw new ProgramMissing('Debian’s PostgreSQL is not installed: "apt-get install postgresql" as root brings it.')
  }
  return join(POSTGRES, String(newest), 'bin')
}

/** Debian names the folder of libraries by the machine. */
function libraryFolder(unpacked: string): string {
  const folder = join(unpacked, 'usr/lib')
  const found = readdirSync(folder).find((name) => name.includes('-linux-'))
  if (found === undefined) throw new ProgramMissing('Debian’s packages have no libraries for this machine.')
  return join(folder, found)
}

function installPatroni(report: Report): string {
  const wish = { folder: 'cluster/patroni', requirements: REQUIREMENTS, name: 'Patroni', report }
  const python = installPython({ ...wish, with: PYTHON })
  // Tests that keep keys in it may have made it for their own user alone.
  chmodSync(CACHE, 0o755)
  const identity = clusterIdentity()
  try {
    execFileSync(python, ['--version'], { ...identity, cwd: '/', stdio: 'ignore' })
  } catch {
    throw new ProgramMissing(`Patroni runs as the user of the database, who may not read ${python}, or a folder above.`)
  }
  return join(python, '../patroni')
}
