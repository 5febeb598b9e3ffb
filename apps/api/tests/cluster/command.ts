/** What `npm run cluster` does, see tools/cluster/run.mjs. */
import { join } from 'node:path'
import { DEMO_PASSWORD } from '@rubrica/testing'
import { installPrograms } from './machines/programs.ts'
import { measure } from './measure.ts'
import type { Violation } from './judge/evidence.ts'
import type { ClusterOptions } from './cluster-options.ts'
import { openCluster, type Cluster } from './open-cluster.ts'
import { LOSES_COMMITS, proveLoss } from './prove-loss.ts'
import { proveRestore } from './prove-restore.ts'
import { proveRoll } from './prove-roll.ts'
import { runChaos } from './run-chaos.ts'

export interface CommandWish {
  /** Seconds for which it is killed at will; nothing unless said. */
  readonly chaos?: number
  readonly seed: number
  /** Whether pauses are measured, and whether it is tried that the judge sees a loss; one thing at a time. */
  readonly measures: boolean
  readonly loses: boolean
  /** Whether it is lost as a whole and begun anew from its backup. */
  readonly restores: boolean
  /** Folder of a release before, built, from which the servers are brought to this one. */
  readonly rollsFrom?: string
  /** Where histories and logs are kept. */
  readonly keptIn: string
  readonly say: (message: string) => void
  /** Settles when the person has seen enough. */
  readonly enough: Promise<void>
}

type Open = (more?: Partial<ClusterOptions>) => Promise<Cluster>

/** @returns the exit code: 1 where a promise was not kept or a target missed */
export async function runCluster(wish: CommandWish): Promise<number> {
  const { say, enough, keptIn } = wish
  const programs = installPrograms(say)
  const opened: Promise<Cluster>[] = []
  const open: Open = (more = {}) => {
    const opening = openCluster({ programs, logs: logsBelow(keptIn), report: say, ...more })
    opened.push(opening)
    return opening
  }
  try {
    return await Promise.race([workOf(open, wish), enough.then(() => 0)])
  } finally {
    say('Ending everything …')
    for (const opening of opened.toReversed()) {
      // One that could not be opened has ended what it had.
      const cluster = await opening.catch(() => undefined)
      await cluster?.[Symbol.asyncDispose]()
    }
  }
}

const logsBelow = (keptIn: string): string => join(keptIn, 'logs')

async function workOf(open: Open, wish: CommandWish): Promise<number> {
  const { chaos, measures, loses, restores, rollsFrom, say } = wish
  if (restores) return tellRestore(open, wish)
  if (rollsFrom) return tellRoll(await open({ release: rollsFrom, isDirect: true }), wish, rollsFrom)
  if (loses) return tellLoss(await open({ parameters: LOSES_COMMITS }), wish)
  if (measures) return tellFigures(await open({ isDirect: true }), wish)
  if (chaos !== undefined) return tellViolations(await open(), wish, chaos)
  say(describe(await open(), logsBelow(wish.keptIn)))
  await wish.enough
  return 0
}

async function tellFigures(cluster: Cluster, { keptIn, say }: CommandWish): Promise<number> {
  const figures = await measure(cluster, { keptIn: join(keptIn, 'measured'), report: say })
  const width = Math.max(...figures.map(({ what }) => what.length))
  for (const { what, value, target, ok } of figures)
    say(`  ${what.padEnd(width)}  ${value.padStart(10)}  ${target.padStart(7)}  ${ok ? 'ok' : 'MISSED'}`)
  return figures.every(({ ok }) => ok) ? 0 : 1
}

async function tellRestore(open: Open, { keptIn, say }: CommandWish): Promise<number> {
  const wish = { open, keptIn: join(keptIn, 'restored'), report: say }
  const { documents, signatures, seconds, differences } = await proveRestore(wish)
  say(`${documents} documents with ${signatures} signatures are served again after ${Math.round(seconds)} s.`)
  for (const difference of differences) say(`  ${difference}`)
  const isWhole = documents > 0 && signatures > 0 && differences.length === 0
  say(isWhole ? 'Each is the same, octet for octet.' : 'It is not as it was.')
  return isWhole ? 0 : 1
}

async function tellLoss(cluster: Cluster, { keptIn, say }: CommandWish): Promise<number> {
  const violations = await proveLoss(cluster, { keptIn: join(keptIn, 'loss'), report: say })
  tell(violations, say)
  const isSeen = violations.some(({ invariant }) => invariant === 'I2' || invariant === 'I4')
  say(isSeen ? 'The judge has seen the loss.' : 'The judge has seen no loss.')
  return isSeen ? 0 : 1
}

async function tellRoll(cluster: Cluster, { keptIn, say }: CommandWish, release: string): Promise<number> {
  const { violations, requests, failed } = await proveRoll(cluster, {
    release,
    keptIn: join(keptIn, 'roll'),
    report: say,
  })
  tell(violations, say)
  say(`${failed} of ${requests} requests were refused or not answered; ${violations.length} promises were not kept.`)
  return violations.length === 0 && failed === 0 && requests > 0 ? 0 : 1
}

const tell = (violations: readonly Violation[], say: (message: string) => void): void =>
  violations.forEach(({ invariant, about, says }) => say(`  ${invariant}  ${about}: ${says}`))

async function tellViolations(cluster: Cluster, wish: CommandWish, seconds: number): Promise<number> {
  const { seed, say } = wish
  const keptIn = join(wish.keptIn, `seed-${seed}`)
  say(`Chaos for ${seconds} s with the seed ${seed}; its history is kept in ${keptIn}.`)
  const { violations, evidence } = await runChaos(cluster, { seed, seconds, keptIn, report: say })
  tell(violations, say)
  const signed = evidence.revisions.filter(({ kind }) => kind === 'signature').length
  say(`${evidence.history.length} calls, ${evidence.documents.length} documents, ${signed} signatures.`)
  say(violations.length === 0 ? 'Every promise was kept.' : `${violations.length} promises were not kept.`)
  return violations.length === 0 ? 0 : 1
}

const describe = ({ url, figuresUrl, sandbox, machines, replicas }: Cluster, logs: string): string => `
Rúbrica runs on a cluster. Ctrl-C ends all of it, and nothing is kept.

  Portal     ${url}
  Log-ins    ana, biel, carla; password ${DEMO_PASSWORD}
  Desk       ${sandbox.url}/ (key files and PINs, mailbox and phone)
  HAProxy    ${figuresUrl} (who is up, and who leads)
  Logs       ${logs}

What may be killed; all but the machines of the database come back by themselves:

${replicas.map(({ name, pid, url: own }) => `  ${name.padEnd(9)}  kill -9 ${pid}   ${own}`).join('\n')}
${machines.map(({ name, restPort }) => `  ${name.padEnd(9)}  curl -X POST -d '{"leader":"${name}"}' http://127.0.0.1:${restPort}/switchover   where it leads`).join('\n')}
`
