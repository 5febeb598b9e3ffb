// Programs of others that our files and services are tried with: installed by their own package managers into
// .cache, once for each version. Nothing of them is part of the product.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './common.mjs'

/** A program that cannot be had, for a reason that one sentence tells. */
export class ProgramMissing extends Error {}

/**
 * Does the work when it was never finished for exactly these sources.
 *
 * @param {string} folder below .cache; empty when the work begins
 * @param {(string | Buffer)[]} sources what the work depends on
 * @param {() => void} work
 */
export function once(folder, sources, work) {
  const mark = join(folder, 'installed')
  const hash = createHash('sha256')
  for (const source of sources) hash.update(source)
  const wanted = hash.digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  work()
  writeFileSync(mark, wanted)
}

/** Throws ProgramMissing with the sentence unless the command runs. */
export function need(command, args, sentence) {
  if (spawnSync(command, args).status !== 0) throw new ProgramMissing(sentence)
}

/** Runs a command to its end; throws ProgramMissing with the sentence, and what the command said. */
export function run(command, args, sentence, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new ProgramMissing(`${sentence}\n${`${stdout}${stderr}`.trim().slice(-1500)}`)
}

const folderOf = (path) => join(ROOT, '.cache', ...path.split('/'))

/**
 * Installs Python packages into an environment of their own.
 *
 * @param {{ folder: string, requirements: string, name: string, report: (message: string) => void, with?: string }} wish
 *   folder below .cache, file with the packages and their versions, what people call them, and the Python that has them
 * @returns {string} the Python that has them
 */
export function installPython({ folder, requirements, name, report, with: base = 'python3' }) {
  const place = folderOf(folder)
  const python = join(place, 'bin', 'python')
  once(place, [readFileSync(requirements)], () => {
    need(base, ['--version'], `${name} needs Python: install python3 and python3-venv.`)
    report(`Installing ${name} …`)
    run(base, ['-m', 'venv', place], 'Python cannot make a virtual environment: install python3-venv.')
    run(python, ['-m', 'pip', 'install', '--quiet', '-r', requirements], `pip could not install ${name}.`)
  })
  return python
}

/**
 * Installs one npm package beside ours.
 *
 * @param {{ folder: string, wanted: string, name: string, report: (message: string) => void }} wish wanted as npm reads
 *   it, `name@version`
 * @returns {string} the folder that has `node_modules`
 */
export function installNpm({ folder, wanted, name, report }) {
  const place = folderOf(folder)
  once(place, [wanted], () => {
    report(`Installing ${name} …`)
    const quiet = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error']
    run('npm', ['install', '--prefix', place, ...quiet, wanted], `npm could not install ${name}.`)
  })
  return place
}

/**
 * Fetches an archive by Maven and unpacks it.
 *
 * @param {{ folder: string, artifact: string, name: string, report: (message: string) => void }} wish artifact as
 *   `group:artifact:version:zip`
 * @returns {string} the folder with what was in the archive
 */
export function installMavenArchive({ folder, artifact, name, report }) {
  const place = folderOf(folder)
  once(place, [artifact], () => {
    need('java', ['-version'], `${name} needs Java 17 or newer: install default-jre-headless.`)
    need('mvn', ['--version'], `${name} is fetched by Maven: install maven.`)
    need('unzip', ['-v'], `${name} comes as an archive: install unzip.`)
    report(`Fetching ${name} …`)
    const [group, id, version, type] = artifact.split(':')
    const archive = join(place, `${id}-${version}.${type}`)
    const copy = [
      `-Dartifact=${group}:${id}:${version}:${type}`,
      `-DoutputDirectory=${place}`,
      '-Dmdep.stripVersion=false',
    ]
    run('mvn', ['-B', '-q', 'dependency:copy', ...copy], `Maven could not fetch ${name}.`)
    run('unzip', ['-q', archive, '-d', place], `The archive of ${name} cannot be unpacked.`)
    rmSync(archive)
  })
  return place
}

/**
 * Fetches packages of Debian and unpacks them, without installing them: no service of theirs is started, nothing of the
 * machine is changed, and nobody has to be root.
 *
 * @param {{ folder: string, packages: string[], name: string, report: (message: string) => void }} wish
 * @returns {string} the folder with what was in the packages
 */
export function installDebian({ folder, packages, name, report }) {
  const place = folderOf(folder)
  once(place, packages, () => {
    need('dpkg', ['--version'], `${name} comes from Debian's packages: this is no Debian.`)
    report(`Fetching ${name} …`)
    const failed = `apt-get could not fetch ${name}; "apt-get update" as root may help.`
    run('apt-get', ['-q', 'download', ...packages], failed, { cwd: place })
    for (const archive of readdirSync(place).filter((file) => file.endsWith('.deb'))) {
      run('dpkg', ['-x', join(place, archive), place], `${archive} cannot be unpacked.`)
      rmSync(join(place, archive))
    }
  })
  return place
}

/**
 * Builds a program by Go.
 *
 * @param {{ folder: string, wanted: string, program: string, name: string, report: (message: string) => void }} wish
 *   wanted as Go reads it, `path@version`; program as the last part of the path
 * @returns {string} the program
 */
export function installGo({ folder, wanted, program, name, report }) {
  const place = folderOf(folder)
  once(place, [wanted], () => {
    const go = ['go', '/usr/local/go/bin/go'].find((command) => spawnSync(command, ['version']).status === 0)
    if (go === undefined) throw new ProgramMissing(`${name} is built by Go: install golang.`)
    report(`Building ${name}, which takes some minutes …`)
    run(go, ['install', wanted], `Go could not build ${name}.`, { env: { ...process.env, GOBIN: place } })
  })
  return join(place, program)
}
