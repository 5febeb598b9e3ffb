// `npm test [unit|server|e2e|full]`: installs what is missing, builds, runs the tests and adds up their results.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { Refusal, ROOT, checkNodeVersion, installPackages, runChild, runCommand } from './common.mjs'
import { wantsShell, wholeBrowser } from './find-browser.mjs'
import { installGoPrograms } from './go-programs.mjs'
import { openMemoryFolder } from './memory-folder.mjs'

const RESULTS = join(ROOT, 'test-results/summary')
const PARTS = ['unit', 'server', 'e2e']
/** Programs that tests run, with the Debian package that brings each. */
const PROGRAMS = {
  pdfsig: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  qpdf: 'qpdf',
  jq: 'jq',
  xxd: 'xxd',
  openssl: 'openssl',
}
const INSTALL = ['install', '-y', '--no-install-recommends']
/** Seconds that a download may take where the tests can do without. */
const SHORT = 60

const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const isThere = (program) => works('sh', '-c', `command -v ${program}`)

function missingPackages(parts) {
  const missing = Object.entries(PROGRAMS).filter(([program]) => !isThere(program))
  const browser = parts.includes('e2e') && !existsSync(wholeBrowser()) ? ['chromium'] : []
  return [...new Set([...missing.map(([, name]) => name), ...browser])]
}

/** Runs apt-get as root; gives its exit code. */
function runAptGet(words, { within } = {}) {
  const command = within ? ['timeout', String(within), 'apt-get'] : ['apt-get']
  const [program, ...args] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), ...command, '-qq', ...words]
  return runChild(program, args, { DEBIAN_FRONTEND: 'noninteractive' })
}

async function installMissing(packages) {
  console.log(`Installing ${packages.join(', ')} …`)
  await runAptGet(['update'])
  await runAptGet([...INSTALL, ...packages])
}

/** Chromium's headless shell, of the version of the Chromium that is there, which it must not upgrade. */
async function installShell() {
  const { stdout: version } = spawnSync('dpkg-query', ['-W', '-f', '${Version}', 'chromium'], { encoding: 'utf8' })
  if (!version) return
  const wanted = `chromium-headless-shell=${version}`
  console.log(`Installing ${wanted} …`)
  const isFetched =
    (await runAptGet(['update'], { within: SHORT })) === 0 &&
    (await runAptGet([...INSTALL, '--download-only', wanted], { within: SHORT })) === 0
  if (isFetched) await runAptGet([...INSTALL, '--no-download', wanted])
  if (wantsShell()) console.log('It cannot be had: the tests run in Chromium itself, and take longer.')
}

/** Debian's packages, where we may install them; else a sentence that names them. */
async function installPrograms(parts) {
  const mayInstall = isThere('apt-get') && (process.getuid?.() === 0 || works('sudo', '-n', 'true'))
  const missing = missingPackages(parts)
  if (missing.length > 0 && mayInstall) await installMissing(missing)
  if (parts.includes('e2e') && wantsShell() && mayInstall) await installShell()
  const left = missingPackages(parts)
  if (left.length === 0) return
  const names = left.join(' ')
  const elsewhere = left.includes('chromium') ? ' CHROMIUM_PATH may name a Chromium that is elsewhere.' : ''
  throw new Refusal(
    `The tests run programs that are missing here; on Debian, "apt-get install ${names}" as root brings them.${elsewhere}`,
  )
}

const bin = (name) => {
  const { bin: bins } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'))
  return join(ROOT, 'node_modules', name, typeof bins === 'string' ? bins : Object.values(bins)[0])
}

async function runVitest(project, env) {
  const output = join(RESULTS, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const args = [bin('vitest'), 'run', '--project', `${project}*`, '--passWithNoTests', ...reporters]
  const code = await runChild(process.execPath, args, env)
  if (!existsSync(output)) return { code, passed: 0, failed: code === 0 ? 0 : 1 }
  const result = JSON.parse(readFileSync(output, 'utf8'))
  // A file that does not load has no test of its own to fail.
  const broken = result.testResults
    .filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    .map(({ name, message }) => ({ test: relative(ROOT, name), reason: message }))
  const failures = result.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        test: `${relative(ROOT, name)} › ${fullName}`,
        reason: failureMessages.join('\n'),
      })),
  )
  return {
    code,
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken.length,
    failures: [...failures, ...broken],
  }
}

async function runPlaywright(env) {
  if (
    !existsSync(join(ROOT, 'e2e')) ||
    !readdirSync(join(ROOT, 'e2e'), { recursive: true }).some((name) => name.endsWith('.spec.ts'))
  ) {
    return { code: 0, passed: 0, failed: 0 }
  }
  const output = join(RESULTS, 'e2e.json')
  const code = await runChild(process.execPath, [bin('@playwright/test'), 'test', '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: output,
  })
  if (!existsSync(output)) return { code, passed: 0, failed: 1 }
  const { stats, errors } = JSON.parse(readFileSync(output, 'utf8'))
  const { expected, flaky, unexpected } = stats
  return { code, passed: expected + flaky, failed: unexpected + errors.length, flaky }
}

async function runPart(part, env) {
  const began = Date.now()
  console.log(`\n== ${part} ==`)
  const result = part === 'e2e' ? await runPlaywright(env) : await runVitest(part, env)
  return { part, seconds: (Date.now() - began) / 1000, ...result }
}

/** Characters of a reason that are told again. */
const LONGEST_REASON = 1500

/** What failed in a part whose own account is a long way up by now; Playwright's is right above. */
function tellFailures({ part, failures = [] }) {
  for (const { test, reason } of failures) {
    console.log(`\nFAILED in ${part}: ${test}\n${reason.slice(0, LONGEST_REASON)}`)
  }
}

async function measureTests() {
  const { runMutants } = await import('./mutation.mjs')
  console.log('\n== mutation ==')
  return runMutants()
}

/** Programs of others are tried with ours, as far as they can be had; what fails is in its table. */
async function tryStrangers() {
  console.log('\n== interop ==')
  return (await runChild(process.execPath, [join(ROOT, 'tools/interop/run.mjs')])) === 0
}

/** Seconds for which the cluster is killed at will, and by which seed. */
const CHAOS = ['--chaos', '90', '--seed', '7']

/** By itself, after all else: a cluster needs the processors. What cannot be had here is skipped, with a sentence. */
async function killCluster() {
  console.log('\n== cluster ==')
  const run = (...words) => runChild(process.execPath, [join(ROOT, 'tools/cluster/run.mjs'), ...words])
  const code = (await run(...CHAOS)) || (await run('--loss')) || (await run('--restore'))
  if (code === 2) console.log('The cluster was skipped: see above.')
  return code === 0 || code === 2
}

async function main() {
  checkNodeVersion()
  const wish = process.argv[2] ?? 'all'
  const parts = ['all', 'full'].includes(wish) ? PARTS : PARTS.filter((part) => part === wish)
  if (parts.length === 0) throw new Refusal(`npm test knows unit, server, e2e and full, not "${wish}".`)
  await installPackages()
  await installPrograms(parts)
  if (parts.some((part) => part !== 'e2e')) installGoPrograms()
  const { buildStale } = await import('./build.mjs')
  await buildStale()
  rmSync(RESULTS, { recursive: true, force: true })
  mkdirSync(RESULTS, { recursive: true })
  const env = { TMPDIR: openMemoryFolder(), ...(wish === 'full' && { RUBRICA_FULL_TESTS: '1' }) }
  const results = []
  for (const part of parts) results.push(await runPart(part, env))
  results.forEach(tellFailures)
  console.log('')
  for (const { part, seconds, passed, failed, flaky } of results) {
    const again = flaky > 0 ? `, ${flaky} of them flaky: only when run again` : ''
    console.log(`${part.padEnd(8)}${seconds.toFixed(1).padStart(7)} s   ${passed} passed${again}, ${failed} failed`)
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  const failed = results.some((result) => result.code !== 0 || result.failed > 0)
  // Mutants say nothing while a test fails without them.
  const measured = failed || wish !== 'full' || (await measureTests())
  const agrees = wish !== 'full' || (await tryStrangers())
  const holds = wish !== 'full' || (await killCluster())
  process.exitCode = failed || !measured || !agrees || !holds ? 1 : 0
}

await runCommand(main)
