// What the commands of this folder share: where the tree is, whether npm's packages are there, child processes.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '..')

const OLDEST_NODE = [20, 19]

/** Ends a command with one sentence for the person who typed it. */
export class Refusal extends Error {}

/** Runs a command's main function; a refusal is its sentence, if it has not been said yet, and exit code 1. */
export async function runCommand(main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.message !== '') console.error(error.message)
    process.exit(1)
  }
}

export function checkNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  throw new Refusal(`Rúbrica needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
}

/** Whether every package that the lockfile asks of this platform is installed at its version. */
function packagesAreInstalled() {
  const installedList = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(installedList)) return false
  const read = (path) => JSON.parse(readFileSync(path, 'utf8')).packages
  const installed = read(installedList)
  return Object.entries(read(join(ROOT, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.optional || wanted.link) return true
    return installed[path]?.version === wanted.version && existsSync(join(ROOT, path))
  })
}

/** Installs npm's packages when some are missing or of another version. */
export async function installPackages({ say = console.log } = {}) {
  if (packagesAreInstalled()) return
  say('Installing npm packages …')
  const npm = process.env.npm_execpath
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const code = await runChild(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) throw new Refusal('The npm packages could not be installed; npm says why above.')
}

/** How often it is looked whether npm is still there, in milliseconds. */
const LOOK_MS = 500

/**
 * Calls back once when whatever npm put before this program is gone. Between the two stands a shell: a SIGTERM that npm
 * passes on ends the shell, which tells nobody. Started without npm, a program may be left alone on purpose.
 */
export function whenLeftByNpm(callback) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, LOOK_MS)
  timer.unref()
}

/** Runs a program in the tree, its words on our terminal; gives its exit code. */
export function runChild(command, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', () => done(127))
    child.once('exit', (code) => done(code ?? 1))
  })
}

/** Whether nobody listens on that port. */
export function portIsFree(port, host) {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error) => done(error.code !== 'EADDRINUSE'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(true)))
  })
}
