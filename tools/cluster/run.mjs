#!/usr/bin/env node
/**
 * `npm run cluster`: a whole installation of many machines on this one, for a person to look at. With `-- --chaos 90`
 * it is killed at will for so many seconds, and judged; `--seed N` repeats a run. With `-- --measure` the pauses are
 * measured that people meet when something fails. With `-- --loss` it is set up to lose what it has acknowledged, which
 * the judge must see. With `-- --restore` all of its machines are lost, and it is begun anew from its backup. With
 * `-- --roll FOLDER` its servers come from the release in that folder, which was built, to this one, while people sign.
 * Exit code: 0 all is as it should be, 1 it is not, 2 a program that it needs cannot be had.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal, ROOT, checkNodeVersion, installPackages, runCommand, whenLeftByNpm } from '../common.mjs'
import { ProgramMissing } from '../install-strangers.mjs'

const OPTIONS = {
  chaos: { type: 'string' },
  seed: { type: 'string' },
  measure: { type: 'boolean' },
  loss: { type: 'boolean' },
  restore: { type: 'boolean' },
  roll: { type: 'string' },
}

function readWords() {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (error) {
    throw new Refusal(
      `npm run cluster knows --chaos SECONDS, --seed N, --measure, --loss, --restore and --roll FOLDER: ${error.message}`,
    )
  }
}

/** @throws {Refusal} */
function readNumber(name, value) {
  if (value === undefined) return undefined
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1)
    throw new Refusal(`--${name} takes a whole number from 1, not "${value}".`)
  return number
}

const untilInterrupted = () =>
  new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => done())
    whenLeftByNpm(() => done())
  })

async function main() {
  checkNodeVersion()
  const { chaos, seed, measure = false, loss = false, restore = false, roll } = readWords()
  if ([chaos !== undefined, measure, loss, restore, roll !== undefined].filter(Boolean).length > 1)
    throw new Refusal('--chaos, --measure, --loss, --restore and --roll are runs of their own: say one of them.')
  const release = roll === undefined ? undefined : resolve(roll)
  if (release && !existsSync(join(release, 'dist/api.js')))
    throw new Refusal(`There is no built release in ${release}: "npm ci && npm run build" there makes one.`)
  const enough = untilInterrupted()
  const wish = {
    chaos: readNumber('chaos', chaos),
    seed: readNumber('seed', seed) ?? 1 + Math.floor(Math.random() * 1e6),
    measures: measure,
    loses: loss,
    restores: restore,
    rollsFrom: release,
    keptIn: join(ROOT, '.cache/cluster/runs'),
    say: (message) => console.log(message),
    enough,
  }
  await installPackages()
  const { buildStale } = await import('../build.mjs')
  await buildStale()
  const { register } = await import('tsx/esm/api')
  register()
  const { runCluster } = await import(join(ROOT, 'apps/api/tests/cluster/command.ts'))
  try {
    process.exit(await runCluster(wish))
  } catch (error) {
    if (!(error instanceof ProgramMissing)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

await runCommand(main)
