// `npm run test:mutation [-- --mutate FILE]`: how many small faults in the rules of signatures their tests notice.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNodeVersion, installPackages, ROOT, runChild, runCommand } from './common.mjs'

const RESULTS = join(ROOT, 'test-results/mutation')
const REPORT = join(RESULTS, 'mutation.json')
const STRYKER = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const LEAST_PERCENT = 80
/** The rules whose tests are measured, each with the paths that hold them, below a package's src. */
const AREAS = {
  ByteRange: /^pades\/(byte-range|validation\/finding)\/|^pades\/validation\/reading\/digest-ranges\./,
  CMS: /^(pki\/(algorithms|cms|der)\/|pades\/validation\/reading\/(read-cms|read-signer|verify-cms)\.)/,
  Changes: /^(pades\/changes|pdf\/revisions)\//,
}
const NOTICED = ['Killed', 'Timeout']
const UNNOTICED = ['Survived', 'NoCoverage']

function countArea(files, pattern) {
  const mutants = Object.entries(files)
    .filter(([path]) => pattern.test(path.replace(/^packages\/(\w+)\/src\//, '$1/')))
    .flatMap(([, file]) => file.mutants)
  const count = (statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const noticed = count(NOTICED)
  return { noticed, total: noticed + count(UNNOTICED) }
}

/** Prints a line for each area that was changed; whether each reaches the least score. */
function tellScores() {
  const { files } = JSON.parse(readFileSync(REPORT, 'utf8'))
  const scores = Object.entries(AREAS).map(([area, pattern]) => ({ area, ...countArea(files, pattern) }))
  const measured = scores.filter(({ total }) => total > 0)
  console.log('')
  for (const { area, noticed, total } of measured) {
    const percent = ((100 * noticed) / total).toFixed(1)
    console.log(`${area.padEnd(11)}${percent.padStart(5)} %   ${noticed} of ${total} faults noticed`)
  }
  console.log(`Those that nobody noticed: ${join(RESULTS, 'mutation.html')}`)
  return measured.length > 0 && measured.every(({ noticed, total }) => (100 * noticed) / total >= LEAST_PERCENT)
}

/** Runs the mutants, or those that `args` choose; true when every area reaches the least score. */
export async function runMutants(args = []) {
  rmSync(RESULTS, { recursive: true, force: true })
  const code = await runChild(process.execPath, [STRYKER, 'run', ...args])
  return existsSync(REPORT) && tellScores() && code === 0
}

async function main() {
  checkNodeVersion()
  await installPackages()
  if (!(await runMutants(process.argv.slice(2)))) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
