// Programs of others that tests start and that come as Go sources: built once into a folder beside no tree, where Go is.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'

const FOLDER = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rubrica-tests')
/** Each pinned: a later one may behave otherwise. */
const PROGRAMS = {
  /** An S3 store over a folder. */
  versitygw: { module: 'github.com/versity/versitygw/cmd/versitygw', version: 'v1.8.0' },
}
/** The tests can do without. */
const LONGEST_MS = 8 * 60_000
/** Where Go is when nobody put it on the path. */
const ELSEWHERE = '/usr/local/go/bin/go'

const folderOf = (name) => join(FOLDER, `${name}-${PROGRAMS[name].version}`)

/** The path of a program, undefined where it was not built. */
export function findGoProgram(name) {
  const path = join(folderOf(name), name)
  return existsSync(path) ? path : undefined
}

const isGo = (command) => spawnSync(command, ['version'], { stdio: 'ignore' }).status === 0

/** Builds what is missing. Where Go is missing too, or cannot fetch, a sentence says which tests are skipped. */
export function installGoPrograms(say = console.log) {
  for (const name of Object.keys(PROGRAMS).filter((one) => findGoProgram(one) === undefined)) {
    const go = ['go', ELSEWHERE].find(isGo)
    if (go === undefined) say(`There is no Go to build ${name}: the tests that start it are skipped.`)
    else if (!build(go, name, say)) say(`${name} could not be built: the tests that start it are skipped.`)
  }
}

function build(go, name, say) {
  const { module, version } = PROGRAMS[name]
  say(`Building ${name} ${version}, which takes some minutes …`)
  const aside = join(FOLDER, `building-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  try {
    const env = { ...process.env, GOBIN: aside, GOFLAGS: '-modcacherw' }
    const built = spawnSync(go, ['install', `${module}@${version}`], { env, stdio: 'ignore', timeout: LONGEST_MS })
    if (built.status !== 0) return false
    mkdirSync(folderOf(name), { recursive: true })
    renameSync(join(aside, name), join(folderOf(name), name))
    return true
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}
