#!/usr/bin/env node
/**
 * `npm run interop [-- NAME…]`: tries ours with programs that are not, and prints a table: row, version, result.
 */
import { join } from 'node:path'
import { Refusal, checkNodeVersion, installPackages, runCommand } from '../common.mjs'
import { ProgramMissing } from '../install-strangers.mjs'

/** Seconds after which a row counts as failed. */
const PATIENCE = 900

const firstLine = (error) => String(error?.message ?? error).split('\n')[0]
const report = (message) => console.error(message)

/** Ends a row that hangs. */
async function inTime(name, work) {
  let timer
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${name} was not over after ${PATIENCE} s`)), PATIENCE * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function tryRow(row) {
  let version = '-'
  report(`${row.name} …`)
  try {
    const installed = await row.install(report)
    version = installed.version
    return { name: row.name, version, result: 'passed', said: await inTime(row.name, installed.attempt()) }
  } catch (error) {
    if (error instanceof ProgramMissing) return { name: row.name, version, result: 'skipped', said: firstLine(error) }
    console.error(error)
    return { name: row.name, version, result: 'failed', said: firstLine(error) }
  }
}

function printTable(results) {
  const table = [
    ['row', 'version', 'result', ''],
    ...results.map(({ name, version, result, said }) => [name, version, result, said]),
  ]
  const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)))
  const last = widths.length - 1
  for (const line of table) {
    console.log(
      line
        .map((cell, column) => (column === last ? cell : cell.padEnd(widths[column])))
        .join('  ')
        .trimEnd(),
    )
  }
}

async function main() {
  checkNodeVersion()
  await installPackages()
  const { buildStale } = await import('../build.mjs')
  await buildStale()
  const { register } = await import('tsx/esm/api')
  register()
  const { ROWS } = await import(join(import.meta.dirname, 'rows.ts'))
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !ROWS.some((row) => row.name === name))
  if (unknown !== undefined) {
    throw new Refusal(`There is no row "${unknown}"; there are: ${ROWS.map((row) => row.name).join(', ')}.`)
  }
  const results = []
  for (const row of ROWS.filter(({ name }) => names.length === 0 || names.includes(name)))
    results.push(await tryRow(row))
  console.log('')
  printTable(results)
  const count = (wanted) => results.filter(({ result }) => result === wanted).length
  console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
  // A row that was given up may still have something running.
  process.exit(count('failed') > 0 ? 1 : 0)
}

await runCommand(main)
