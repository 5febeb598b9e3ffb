// `npm run bench -- NAME [PART …] [--json]`: runs bench/NAME.ts, or parts of it, and prints its figures, each beside a peer or floor of the same
// run.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Refusal, ROOT, checkNodeVersion, installPackages, runCommand } from './common.mjs'

function formatTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
  return rows.map((row) => `  ${line(row).join('   ')}`).join('\n')
}

function printTable({ name, results }) {
  const number = (value) => (value === undefined || value === null ? '' : String(value))
  const rows = results.map(({ what, value, unit, against, ratio, target, ok }) => [
    what,
    `${number(value)} ${unit}`,
    against ? `${against.what} ${number(against.value)} ${unit}` : '',
    ratio === null ? '' : `× ${ratio}`,
    number(target),
    ok ? 'ok' : 'MISSED',
  ])
  console.log(`\n${name}\n${formatTable([['', 'value', 'against', 'ratio', 'target', ''], ...rows])}\n`)
}

async function main() {
  checkNodeVersion()
  const words = process.argv.slice(2)
  const json = words.includes('--json')
  const [name, ...parts] = words.filter((word) => !word.startsWith('--'))
  const known = readdirSync(join(ROOT, 'bench'))
    .filter((file) => file.endsWith('.ts') && file !== 'measure.ts')
    .map((file) => basename(file, '.ts'))
  if (!known.includes(name)) throw new Refusal(`There is no benchmark "${name ?? ''}"; there are: ${known.join(', ')}.`)
  const say = json ? console.error : console.log
  await installPackages({ say })
  const { buildStale } = await import('./build.mjs')
  await buildStale({ say })
  const { register } = await import('tsx/esm/api')
  register()
  const { run } = await import(join(ROOT, 'bench', `${name}.ts`))
  const outcome = { name, results: await run({ say, parts }) }
  if (json) console.log(JSON.stringify(outcome))
  else printTable(outcome)
  process.exitCode = outcome.results.every((result) => result.ok) ? 0 : 1
}

await runCommand(main)
