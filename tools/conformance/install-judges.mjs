import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const HERE = import.meta.dirname
const CACHE = join(HERE, '..', '..', '.cache', 'conformance')

/** A judge that cannot be asked, for a reason that one sentence tells. */
export class JudgeMissing extends Error {}

/**
 * Installs pyHanko and EU DSS into .cache/conformance, unless they are there already, and tells how to call them.
 * Throws JudgeMissing.
 *
 * @param {(message: string) => void} report
 * @returns {{ pyhanko: string[], dss: string[] }} command lines to which roots and files are added
 */
export function installJudges(report) {
  return { pyhanko: [installPyhanko(report), join(HERE, 'judge_pdf.py')], dss: installDss(report) }
}

/**
 * Installs pyHanko alone, unless it is there already. Throws JudgeMissing.
 *
 * @param {(message: string) => void} report
 * @returns {string} the Python that has it
 */
export function installPyhanko(report) {
  mkdirSync(CACHE, { recursive: true })
  const folder = join(CACHE, 'python')
  const python = join(folder, 'bin', 'python')
  const requirements = join(HERE, 'requirements.txt')
  once(folder, [requirements], () => {
    need('python3', ['--version'], 'pyHanko needs Python 3.9 or newer: install python3 and python3-venv.')
    report('Installing pyHanko …')
    rmSync(folder, { recursive: true, force: true })
    run('python3', ['-m', 'venv', folder], 'Python cannot make a virtual environment: install python3-venv.')
    run(python, ['-m', 'pip', 'install', '--quiet', '-r', requirements], 'pip could not install pyHanko.')
  })
  return python
}

function installDss(report) {
  const folder = join(CACHE, 'dss')
  const project = join(HERE, 'dss')
  const sources = readdirSync(project, { recursive: true }).map((name) => join(project, name))
  need('java', ['-version'], 'EU DSS needs Java 17 or newer: install default-jre-headless.')
  once(folder, sources.filter((name) => /\.(java|xml)$/.test(name)).sort(), () => {
    need('mvn', ['--version'], 'EU DSS is fetched and built by Maven: install maven and a JDK.')
    report('Building EU DSS (some minutes the first time) …')
    rmSync(folder, { recursive: true, force: true })
    const options = ['-B', '-q', '-f', join(project, 'pom.xml'), `-DbuildDirectory=${folder}`]
    run('mvn', [...options, 'package'], 'Maven could not build EU DSS.')
  })
  const classPath = [join(folder, 'conformance-dss.jar'), join(folder, 'jars', '*')].join(delimiter)
  return ['java', '-cp', classPath, 'conformance.JudgePdf']
}

/** Does the work when it was never finished for exactly these sources. */
function once(folder, sources, work) {
  const mark = join(folder, 'installed')
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(source))
  const wanted = hash.digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  work()
  writeFileSync(mark, wanted)
}

function need(command, args, sentence) {
  if (spawnSync(command, args).status !== 0) throw new JudgeMissing(sentence)
}

function run(command, args, sentence) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new JudgeMissing(`${sentence}\n${`${stdout}${stderr}`.trim().slice(-1500)}`)
}
