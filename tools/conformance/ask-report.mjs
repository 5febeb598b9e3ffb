import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../common.mjs'
import { askJudge } from './ask-judge.mjs'
import { JudgeMissing } from './install-judges.mjs'

const CLI = join(ROOT, 'dist', 'cli.js')

/**
 * Has `rubrica verify` write the validation report of each file, and EU DSS read it.
 *
 * @param {string[]} files
 * @param {{ folder: string, roots: string[], offline: boolean, origins: string[], judge: string[] }} options `folder` is
 *   where the reports go, `origins` are those of a private network that may be asked, `judge` the command line of EU
 *   DSS's reader
 * @returns {Map<string, object>} by file, what JudgeReport.java prints of its report
 */
export function askReports(files, { folder, roots, offline, origins, judge }) {
  const reports = new Map(files.map((file, index) => [join(folder, `${index}.xml`), file]))
  const trust = roots.flatMap((root) => ['--trust', root])
  const network = offline ? [] : ['--online', ...origins.flatMap((origin) => ['--allow-private', origin])]
  for (const [report, file] of reports) {
    const options = [...trust, ...network, '--etsi-report', report, '--json']
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'verify', file, ...options], { encoding: 'utf8' })
    if (status !== 0 && status !== 1) throw new JudgeMissing(`rubrica verify ${file}: ${stderr.trim().slice(-1500)}`)
  }
  const answers = askJudge(judge, [...reports.keys()])
  return new Map([...answers].map(([report, answer]) => [reports.get(report), answer]))
}
