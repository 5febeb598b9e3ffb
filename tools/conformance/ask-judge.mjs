import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { JudgeMissing } from './install-judges.mjs'

/**
 * Asks a judge that prints one JSON object a line for each file.
 *
 * @param {string[]} command the command line to which the files are added
 * @param {string[]} files
 * @returns {Map<string, object>} answers by file; one that has none is left out
 * @throws {JudgeMissing} when there is no answer at all
 */
export function askJudge([command, ...args], files) {
  const { stdout, stderr, error } = spawnSync(command, [...args, ...files], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error) throw new JudgeMissing(`${command} could not be started: ${error.message}`)
  const answers = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  if (answers.length === 0)
    throw new JudgeMissing(`${basename(command)} gave no answer.\n${stderr.trim().slice(-1500)}`)
  return new Map(answers.map((answer) => [answer.file, answer]))
}
