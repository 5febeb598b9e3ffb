/**
 * A cluster is lost with all of its machines, and begun anew from what was kept elsewhere: the repository of pgBackRest,
 * a copy of the bucket, and one of the file with the keys. What was acknowledged must be there, octet for octet.
 */
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runCli, startSandbox } from '@rubrica/testing'
import type { Program, Sender } from './clients/calls.ts'
import { isDone } from './clients/answers.ts'
import { liveDocuments } from './clients/document-life.ts'
import { readHistory } from './clients/history.ts'
import type { ClusterOptions, ClusterRemains } from './cluster-options.ts'
import type { Cluster } from './open-cluster.ts'
import { openWorld, untilSettled } from './run-chaos.ts'
import { seededRandom } from './seeded-random.ts'

const CLIENTS = 3
/** Milliseconds of work before the backup, and after it. */
const WORK = 15_000

export interface RestoreWish extends Pick<ClusterOptions, 'report'> {
  readonly open: (more: Partial<ClusterOptions>) => Promise<Cluster>
  readonly keptIn: string
}

export interface Restored {
  readonly documents: number
  readonly signatures: number
  /** From the first step until documents are served again, with everything on one machine. */
  readonly seconds: number
  /** What is not as it was; nothing when all is well. */
  readonly differences: readonly string[]
}

/** What the cluster that is lost has promised: by document, the SHA-256 of its file. */
interface Promised {
  readonly files: ReadonlyMap<string, string>
  readonly signatures: number
  readonly sender: Sender
  readonly remains: ClusterRemains
}

export async function proveRestore(wish: RestoreWish): Promise<Restored> {
  const safe = await mkdtemp(join(tmpdir(), 'rubrica-safe-'))
  await chmod(safe, 0o711)
  const repository = join(safe, 'repository')
  const sandbox = await startSandbox()
  try {
    const promised = await workAndLose(wish, { repository, sandbox }, safe)
    wish.report('All machines are gone. Beginning anew from the backup …')
    const began = performance.now()
    await using cluster = await wish.open({ repository, sandbox, from: promised.remains })
    const seconds = (performance.now() - began) / 1000
    const differences = await compare(cluster, promised, wish.keptIn)
    return { documents: promised.files.size, signatures: promised.signatures, seconds, differences }
  } finally {
    await sandbox[Symbol.asyncDispose]()
    await rm(safe, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function workAndLose(
  { open, keptIn, report }: RestoreWish,
  outside: Partial<ClusterOptions>,
  safe: string,
): Promise<Promised> {
  await mkdir(keptIn, { recursive: true })
  const historyFile = join(keptIn, 'history.jsonl')
  await using cluster = await open(outside)
  const { world, sender, end } = await openWorld(cluster, { historyFile, liveliness: 0.3 })
  const random = seededRandom(1)
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    liveDocuments(world, `client${index + 1}`, random.fork(String(index))),
  )
  await pause(WORK)
  report('Making a backup while people sign …')
  await cluster.backUp()
  await pause(WORK)
  end()
  await Promise.all(clients)
  await untilSettled(cluster)
  const history = readHistory(historyFile)
  const sent = history.filter((call) => call.op === 'send' && isDone(call)).map(({ made }) => String(made))
  const files = new Map<string, string>()
  for (const id of sent) files.set(id, await digestOf(world.program, id))
  const remains = await cluster.leave(safe)
  const signatures = history.filter((call) => call.op === 'sign' && isDone(call)).length
  return { files, signatures, sender, remains }
}

/** SHA-256, hex. @throws {Error} when it cannot be had */
const digestOf = async (program: Program, id: string): Promise<string> =>
  createHash('sha256')
    .update(await program.download(id))
    .digest('hex')

const COMMANDS = [['audit', 'verify'], ['objects', 'verify'], ['stuck']] as const

async function compare(cluster: Cluster, { files, sender }: Promised, keptIn: string): Promise<string[]> {
  const { world, end } = await openWorld(cluster, {
    historyFile: join(keptIn, 'afterwards.jsonl'),
    liveliness: 0,
    sender,
  })
  const differences: string[] = []
  for (const [id, digest] of files) {
    const found = await digestOf(world.program, id).catch(String)
    if (found !== digest) differences.push(`${id} is another file: ${found}`)
  }
  for (const words of COMMANDS) {
    const { code, stdout, stderr } = await runCli(words, cluster.operatorEnv)
    if (code !== 0) differences.push(`rubrica ${words.join(' ')}: ${stdout}${stderr}`)
  }
  // It works as before.
  const client = liveDocuments(world, 'afterwards', seededRandom(2))
  await pause(WORK / 3)
  end()
  await client
  const signed = readHistory(join(keptIn, 'afterwards.jsonl')).filter((call) => call.op === 'sign' && isDone(call))
  return signed.length > 0 ? differences : [...differences, 'nobody can sign']
}
