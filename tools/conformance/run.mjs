#!/usr/bin/env node
/**
 * Has outside judges check signed PDF files and prints a table: pdfsig, openssl, pyHanko, EU DSS, qpdf.
 * `npm run conformance -- --help` tells how to call it.
 */
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askJudge } from './ask-judge.mjs'
import { askReports } from './ask-report.mjs'
import { askOpenssl, askOpensslTs, askPdfsig, askQpdf } from './ask-tools.mjs'
import { compareReports } from './compare-reports.mjs'
import { decideVerdict } from './decide-verdict.mjs'
import { installJudges, installReportJudge, JudgeMissing } from './install-judges.mjs'

const HELP = `npm run conformance -- [--root FILE]… [--expect-level LEVEL] [--offline] [--json] [FILES…]

Checks signed PDF files with pdfsig, openssl, pyHanko, EU DSS and qpdf, and our own validation
report of each (ETSI TS 119 102-2): EU DSS must read it and say the same of every signature.
Without FILES, fifty-one are made by signing through the server: twenty-three of
different build, and twenty-eight that show every way of signing. Eight more are signed by
applications through the CSC API: by the example and by pyHanko. Twenty-three more
are made by the engine, one for every kind of signature. All of them are brought to
LTA, and more to LT and LTA, some renewed, and judged with all services gone. Of sixteen more,
which are spoilt, the reports alone are compared.

  --root FILE           certificate to trust, PEM or DER; may be given more than once
  --expect-level LEVEL  PAdES-BASELINE-B, -T (the default), -LT or -LTA
  --allow-private ORIGIN  http://host:port of a private network that our report asks, too
  --offline             judges fetch no OCSP answers and CRLs (for LT and LTA)
  --json                prints JSON in place of the table

The services that the certificates name must be running for levels B and T.
Exit code: 0 all good, 1 a file misses, 2 a judge or an argument is missing.
`
const JUDGES = ['pdfsig', 'openssl', 'pyhanko', 'dss', 'qpdf', 'report']

class UsageError extends Error {}

/** What all judges are told. */
function openJudgement({ roots, offline, origins }) {
  const report = (message) => process.stderr.write(`${message}\n`)
  const judges = { ...installJudges(report), report: installReportJudge(report) }
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const anchors = join(folder, 'anchors.pem')
  writeFileSync(anchors, roots.map((root) => new X509Certificate(readFileSync(root)).toString()).join(''))
  const network = offline ? ['--offline'] : []
  return {
    ...{ folder, anchors, report, began: Date.now() },
    askPyhanko: (files) => askJudge([...judges.pyhanko, ...network, roots.join(',')], files),
    askDss: (files) => askJudge([...judges.dss, ...network, roots.join(',')], files),
    askOwn: (files) => askReports(files, { folder, roots, offline, origins, judge: judges.report }),
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** By file, what is wrong with our report. */
function judgeReports(files, { askOwn, began }, { dss, differences }) {
  const reports = askOwn(files)
  return new Map(
    files.map((file) => {
      const difference = differences?.get(file)
      return [file, compareReports(reports.get(file), dss.get(file), { began, ...(difference && { difference }) })]
    }),
  )
}

function judgeFiles(files, { level, ...asked }) {
  const judgement = openJudgement(asked)
  try {
    const { folder, anchors, report, askPyhanko, askDss } = judgement
    report(`Asking five judges about ${files.length} file${files.length === 1 ? '' : 's'} …`)
    const pyhanko = askPyhanko(files)
    const dss = askDss(files)
    const reports = judgeReports(files, judgement, { dss })
    return files.map((file) => {
      const openssl = askOpenssl(file, { folder, anchors })
      const heard = { pyhanko: pyhanko.get(file), dss: dss.get(file), report: reports.get(file) }
      const timestamps = askOpensslTs(file, { folder, anchors })
      const said = { ...heard, openssl, timestamps, pdfsig: askPdfsig(file), qpdf: askQpdf(file) }
      const faults = decideVerdict(said, level)
      return { file, ok: JUDGES.every((judge) => faults[judge].length === 0), signatures: openssl.length, faults, said }
    })
  } finally {
    judgement.close()
  }
}

/** Of files that are not good: whether our report says so as EU DSS does, or differs as is listed. */
function compareSpoilt(files, { differences, ...asked }) {
  const judgement = openJudgement(asked)
  try {
    const dss = judgement.askDss(files)
    const faults = judgeReports(files, judgement, { dss, differences })
    return files.map((file) => {
      const [{ indication = 'no signature', subIndication = null } = {}] = dss.get(file)?.signatures ?? []
      const verdict = [indication, subIndication].filter(Boolean).join(' ')
      return { file, verdict, differs: differences.get(file)?.ours, faults: faults.get(file) }
    })
  } finally {
    judgement.close()
  }
}

function reportSpoilt(results, asJson) {
  const good = results.filter(({ faults }) => faults.length === 0)
  if (asJson) console.log(JSON.stringify({ spoilt: results }, null, 2))
  else {
    for (const { file, verdict, differs, faults } of results) {
      const told = differs === undefined ? verdict : `${verdict}, where we say ${differs}`
      console.log(`${basename(file)}  ${told}${faults.length === 0 ? '' : `  BAD ${faults.join('; ')}`}`)
    }
    const listed = good.filter(({ differs }) => differs !== undefined).length
    console.log(
      `${good.length} of ${results.length} reports on spoilt files agree, ${listed} of them but for what is listed.`,
    )
  }
  if (good.length < results.length) process.exitCode = 1
}

function printTable(results, level) {
  const levels = ({ said }) => [...new Set((said.dss?.signatures ?? []).map((one) => one.level))].join(' ') || '-'
  const cells = results.map((result) => [
    basename(result.file),
    String(result.signatures),
    ...JUDGES.map((judge) => (result.faults[judge].length === 0 ? 'good' : 'BAD')),
    levels(result).replaceAll('PAdES-BASELINE-', ''),
  ])
  const table = [['file', 'signatures', 'pdfsig', 'openssl', 'pyHanko', 'EU DSS', 'qpdf', 'report', 'level'], ...cells]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
  for (const { file, faults } of results) {
    for (const judge of JUDGES) for (const fault of faults[judge]) console.log(`${basename(file)}: ${judge}: ${fault}`)
  }
  const good = results.filter((result) => result.ok).length
  console.log(`${good} of ${results.length} files are good at ${level}.`)
}

/**
 * Files from the command line, or else made by `make-files.mjs`, in groups of one level. The services are stopped
 * before the groups that are judged off line.
 */
async function collectFiles(names, { roots, level, offline, origins }) {
  if (names.length > 0) {
    if (roots.length === 0) throw new UsageError('Give the certificate to trust: --root FILE.')
    const missing = [...names, ...roots].find((name) => !existsSync(name))
    if (missing !== undefined) throw new UsageError(`There is no file ${missing}.`)
    const files = names.map((name) => resolve(name))
    const groups = [{ level, offline, files }]
    const stay = { stop: async () => {}, remove: () => {} }
    return { groups, roots: roots.map((name) => resolve(name)), origins, ...stay }
  }
  const maker = join(import.meta.dirname, 'make-files.mjs')
  if (!existsSync(maker)) throw new UsageError('Give the files to check; see --help.')
  const outDir = mkdtempSync(join(tmpdir(), 'conformance-files-'))
  const { makeFiles } = await import(maker)
  const { root, ...made } = await makeFiles({ outDir })
  return { ...made, roots: [root], remove: () => rmSync(outDir, { recursive: true }) }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        root: { type: 'string', multiple: true, default: [] },
        'expect-level': { type: 'string', default: 'PAdES-BASELINE-T' },
        'allow-private': { type: 'string', multiple: true, default: [] },
        offline: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error.message)
  }
}

async function main() {
  const { values, positionals } = readArguments()
  if (values.help) return console.log(HELP)
  const level = values['expect-level']
  if (!/^PAdES-BASELINE-(B|T|LT|LTA)$/.test(level)) throw new UsageError(`There is no level ${level}; see --help.`)
  const asked = { roots: values.root, level, offline: values.offline, origins: values['allow-private'] }
  const { groups, roots, origins, stop, remove } = await collectFiles(positionals, asked)
  let isStopped = false
  try {
    for (const { files, ...group } of groups) {
      if (group.offline && !isStopped) await stop()
      isStopped ||= group.offline
      if (group.level === null) reportSpoilt(compareSpoilt(files, { roots, origins, ...group }), values.json)
      else report(judgeFiles(files, { roots, origins, ...group }), group.level, values.json)
    }
  } finally {
    if (!isStopped) await stop()
    remove()
  }
}

function report(results, level, asJson) {
  const ok = results.every((result) => result.ok)
  if (asJson) console.log(JSON.stringify({ level, ok, results }, null, 2))
  else printTable(results, level)
  if (!ok) process.exitCode = 1
}

main().catch((error) => {
  const told = error instanceof UsageError || error instanceof JudgeMissing
  console.error(told ? error.message : error)
  process.exitCode = 2
})
