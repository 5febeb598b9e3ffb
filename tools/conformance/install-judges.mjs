import { readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ROOT } from '../common.mjs'
import { installPython, need, once, run } from '../install-strangers.mjs'

export { ProgramMissing as JudgeMissing } from '../install-strangers.mjs'

const HERE = import.meta.dirname

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
  const requirements = join(HERE, 'requirements.txt')
  return installPython({ folder: 'conformance/python', requirements, name: 'pyHanko', report })
}

/**
 * EU DSS, for validation reports (ETSI TS 119 102-2). Throws JudgeMissing.
 *
 * @param {(message: string) => void} report
 * @returns {string[]} the command line to which files are added
 */
export const installReportJudge = (report) => [...installDss(report).slice(0, -1), 'conformance.JudgeReport']

/**
 * veraPDF, for files that say to be PDF/A. Throws JudgeMissing.
 *
 * @param {(message: string) => void} report
 * @returns {string[]} the command line to which files are added
 */
export const installVerapdf = (report) =>
  installJava(report, { name: 'veraPDF', folder: 'verapdf', main: 'conformance.JudgeArchive' })

const installDss = (report) => installJava(report, { name: 'EU DSS', folder: 'dss', main: 'conformance.JudgePdf' })

/** Builds a judge in Java, a folder beside this file, with all that it stands on. */
function installJava(report, { name, folder: place, main }) {
  const folder = join(ROOT, '.cache', 'conformance', place)
  const project = join(HERE, place)
  const sources = readdirSync(project, { recursive: true })
    .filter((name) => /\.(java|xml)$/.test(name))
    .sort()
    .map((name) => readFileSync(join(project, name)))
  need('java', ['-version'], `${name} needs Java 17 or newer: install default-jre-headless.`)
  once(folder, sources, () => {
    need('mvn', ['--version'], `${name} is fetched and built by Maven: install maven and a JDK.`)
    report(`Building ${name} (some minutes the first time) …`)
    const options = ['-B', '-q', '-f', join(project, 'pom.xml'), `-DbuildDirectory=${folder}`]
    run('mvn', [...options, 'package'], `Maven could not build ${name}.`)
  })
  const classPath = [join(folder, `conformance-${place}.jar`), join(folder, 'jars', '*')].join(delimiter)
  return ['java', '-cp', classPath, main]
}
