/**
 * How long `npm start` takes on a built tree with data, to the first 200 of the portal, and what memory the server
 * holds at rest. The floor is a bare Node HTTP server, started and asked in the same way.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { median, round, type BenchOptions, type Figure } from './measure.ts'

const ROOT = resolve(import.meta.dirname, '..')
const ROUNDS = 5
const START_TARGET_MS = 3000
const MEMORY_TARGET_MB = 200
const REST_MS = 3000
const POLL_MS = 5

const BARE_SERVER = `import { createServer } from 'node:http'
createServer((_, answer) => answer.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')`

interface Started {
  readonly milliseconds: number
  readonly child: ChildProcess
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}

async function startAndAsk(args: readonly string[], env: Record<string, string>): Promise<Started> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore',
  })
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return { milliseconds: performance.now() - began, child }
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
    await pause(POLL_MS)
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}

/** Resident megabytes of the process that `npm start` runs as the server. */
async function residentMegabytes(parent: number): Promise<number> {
  const children = (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')).trim().split(' ')
  for (const pid of children) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    if (command.includes('api.js')) return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  }
  throw new Error('npm start runs no server')
}

async function residentOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

export async function run({ say }: BenchOptions): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-bench-'))
  // Root's database user must be able to pass, or the cluster goes elsewhere and stays there.
  await chmod(folder, 0o711)
  const bare = join(folder, 'bare.mjs')
  await writeFile(bare, BARE_SERVER)
  const portal = ['tools/start.mjs']
  const env = { DATA_DIR: join(folder, 'data') }
  const times = { ours: [] as number[], floor: [] as number[] }
  const memory = { ours: [] as number[], floor: [] as number[] }
  try {
    const first = await startAndAsk(portal, env)
    say(`first start, with an empty data directory: ${Math.round(first.milliseconds)} ms`)
    await end(first.child)
    for (let round = 1; round <= ROUNDS; round += 1) {
      const ours = await startAndAsk(portal, env)
      times.ours.push(ours.milliseconds)
      if (round === ROUNDS) await pause(REST_MS)
      memory.ours.push(await residentMegabytes(ours.child.pid ?? 0))
      await end(ours.child)
      const floor = await startAndAsk([bare], {})
      times.floor.push(floor.milliseconds)
      memory.floor.push(await residentOf(floor.child.pid ?? 0))
      await end(floor.child)
      say(`round ${round} of ${ROUNDS}: ${Math.round(ours.milliseconds)} ms`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const start = median(times.ours)
  const rest = memory.ours.at(-1) ?? Number.NaN
  return [
    {
      what: 'npm start to the first 200',
      value: Math.round(start),
      unit: 'ms',
      against: { what: 'bare node:http', value: Math.round(median(times.floor)) },
      ratio: round(start / median(times.floor)),
      target: `≤ ${START_TARGET_MS}`,
      ok: start <= START_TARGET_MS,
    },
    {
      what: 'server memory at rest',
      value: Math.round(rest),
      unit: 'MB',
      against: { what: 'bare node:http', value: Math.round(median(memory.floor)) },
      ratio: round(rest / median(memory.floor)),
      target: `≤ ${MEMORY_TARGET_MB}`,
      ok: rest <= MEMORY_TARGET_MB,
    },
  ]
}
