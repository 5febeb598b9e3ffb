/** Each supported Node runs the product by `npm start`, and a SIGTERM to that ends all that it started. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD, makeTemporaryDirectory } from '@rubrica/testing'
import { installNpm, ProgramMissing } from '../../install-strangers.mjs'
import { expectThat, type Row } from '../row.ts'
import { signWaiting } from '../sign-waiting.ts'
import { freePort, startStranger } from '../stranger.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const MAJORS = ['20', '22', '24']
/** Seconds in which everything has to be over after a SIGTERM, with nothing under way. */
const PATIENCE = 30

/** The command line of npm, to be run by any Node. */
function npmProgram(): string {
  const own = process.env['npm_execpath']
  if (own !== undefined && /npm-cli\.c?js$/.test(own)) return own
  const found = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm/bin/npm-cli.js')
  if (existsSync(found)) return found
  throw new ProgramMissing('npm’s own program was not found: run this by "npm run interop".')
}

/** A process and all that it started, by number: the parent stands in the fourth field of /proc/PID/stat. */
function family(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = parentOf(Number(name))
      return parent === undefined ? [] : [[Number(name), parent] as const]
    })
  const members = [root]
  for (const member of members) members.push(...parents.filter(([, up]) => up === member).map(([pid]) => pid))
  return members
}

/** @returns undefined for a process that is over, also when nobody has asked for its exit code yet */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    return undefined
  }
}

const programOf = (pid: number): string => readlinkSync(`/proc/${pid}/exe`)
const nameOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()

/** Waits until none of them runs. Throws with the names of those that stay. */
async function untilOver(pids: readonly number[]): Promise<void> {
  const end = Date.now() + PATIENCE * 1000
  const rest = () => pids.filter((pid) => parentOf(pid) !== undefined)
  while (rest().length > 0 && Date.now() < end) await pause(100)
  expectThat('still running after SIGTERM', rest().map(nameOf), [])
}

async function attempt(node: string): Promise<string> {
  await using folder = await makeTemporaryDirectory()
  const [data, port] = [join(folder.path, 'data'), String(await freePort())]
  await using started = startStranger([node, npmProgram(), 'start'], {
    cwd: ROOT,
    env: {
      DATA_DIR: data,
      PORT: port,
      DEMO_PASSWORD,
      PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
    },
  })
  let members: readonly number[] = []
  try {
    const [, url = '', sandbox = ''] = await started.untilSaid(/Portal +(\S+)[^]*Desk +(\S+?)\/? \(/)
    members = family(started.pid)
    const [npm, ...others] = members.filter((pid) => programOf(pid) === realpathSync(node))
    if (npm === undefined || others.length < 3) throw new Error(`npm, start, sandbox and server are not all by ${node}`)
    await signWaiting({ url, sandbox, data })
    await started.stop()
    await untilOver(members)
  } finally {
    for (const pid of members.filter((one) => parentOf(one) !== undefined)) process.kill(pid, 'SIGKILL')
  }
  return `npm start serves and signs with ${members.length} processes, and SIGTERM ends all of them`
}

export const nodeRows: readonly Row[] = MAJORS.map((major) => ({
  name: `node-${major}`,
  install: (report) => {
    if (process.platform !== 'linux') throw new ProgramMissing('Processes are followed by /proc, on Linux only.')
    const wish = { folder: `interop/node-${major}`, wanted: `node@${major}`, name: `Node ${major}`, report }
    const node = join(installNpm(wish), 'node_modules/node/bin/node')
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
    return { version, attempt: () => attempt(node) }
  },
}))
