import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../common.mjs'
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
export function askReports(files, { folder, roots, offline, origins, judge: [command, ...args] }) {
  const reports = new Map(files.map((file, index) => [join(folder, `${index}.xml`), file]))
  const trust = roots.flatMap((root) => ['--trust', root])
  const network = offline ? [] : ['--online', ...origins.flatMap((origin) => ['--allow-private', origin])]
  for (const [report, file] of reports) {
    const options = [...trust, ...network, '--etsi-report', report, '--json']
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'verify', file, ...options], { encoding: 'utf8' })
    if (status !== 0 && status !== 1) throw new JudgeMissing(`rubrica verify ${file}: ${stderr.trim().slice(-1500)}`)
  }
  const { stdout, stderr } = spawnSync(command, [...args, ...reports.keys()], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const answers = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  if (answers.length !== files.length) throw new JudgeMissing(`EU DSS read no reports.\n${stderr.trim().slice(-1500)}`)
  return new Map(answers.map((answer) => [reports.get(answer.file), answer]))
}
