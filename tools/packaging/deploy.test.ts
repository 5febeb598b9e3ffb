import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryDirectory } from '@rubrica/testing'
import { expect, test } from 'vitest'
import { releaseVersion } from './image.mjs'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const FILES = ['deploy/Dockerfile', 'deploy/compose', 'deploy/helm', 'deploy/systemd'].flatMap((path) =>
  statSync(join(ROOT, path)).isFile()
    ? [path]
    : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
        .map((name) => join(path, name))
        .filter((name) => statSync(join(ROOT, name)).isFile()),
)
/** What programs of others are told. */
const OF_OTHERS = [
  ...['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'ROOT_ACCESS_KEY', 'ROOT_SECRET_KEY'],
  // Words of systemd and of the schema of values.
  ...['AF_INET', 'AF_INET6', 'AF_UNIX', '_PIN'],
]
const SETTING = /\b(?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|HOST|MIGRATE|PORT|ROLE)\b/g

const settings = new Set(
  [...read('docs/operations/configuration.md').matchAll(/^\| `([A-Z\d_]+)`/gm)].map((m) => m[1]!),
)

test('every variable that a file of deploy names is a setting', () => {
  const named = FILES.flatMap((file) => [...read(file).matchAll(SETTING)].map(([name]) => ({ file, name })))
  expect(new Set(named.map(({ name }) => name)).size).toBeGreaterThan(10)
  expect(named.filter(({ name }) => !settings.has(name) && !OF_OTHERS.includes(name))).toEqual([])
})

test('chart, compose file and Dockerfile name the version of the tree', () => {
  const version = releaseVersion()
  expect(read('deploy/helm/rubrica/Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: '${version}'`)
  const images = [...read('deploy/compose/compose.yaml').matchAll(/image: rubrica(?:-sandbox)?:(\S+)/g)]
  expect(images.length).toBeGreaterThan(2)
  expect(new Set(images.map((match) => match[1]))).toEqual(new Set([version]))
})

const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])

test.each([
  ['deploy/helm/rubrica/templates/_role.tpl', /DRAIN_DELAY_MS, value: "(\d+)"/, /terminationGracePeriodSeconds: (\d+)/],
  ['deploy/compose/compose.yaml', /DRAIN_DELAY_MS: '(\d+)'/, /stop_grace_period: (\d+)s/],
  ['deploy/systemd/rubrica-api@.service', /DRAIN_DELAY_MS=(\d+)/, /TimeoutStopSec=(\d+)/],
  ['deploy/systemd/rubrica-worker.service', /DRAIN_DELAY_MS=(\d+)/, /TimeoutStopSec=(\d+)/],
])('%s leaves a process the time that it needs to drain', (file, delay, patience) => {
  const text = read(file)
  const limit = /`DRAIN_LIMIT_MS` *\| `(\d+)`/.exec(read('docs/operations/configuration.md'))?.[1]
  expect(seconds(text, patience)).toBeGreaterThanOrEqual((seconds(text, delay) + Number(limit)) / 1000 + 5)
})

const UNITS = ['rubrica-api@', 'rubrica-worker', 'rubrica-migrate'].map((name) => `${name}.service`)
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test('all units are confined in the same way', () => {
  const confinement = (unit: string) =>
    /# Nothing of the machine[^]*?(?=\n\n|\n*$)/.exec(read(`deploy/systemd/${unit}`))?.[0].trimEnd()
  expect(confinement(UNITS[0]!)).toContain('NoNewPrivileges=yes')
  expect(new Set(UNITS.map(confinement)).size).toBe(1)
})

test.skipIf(!hasSystemd)('systemd takes every unit and finds it well confined (needs systemd-analyze)', async () => {
  await using work = await makeTemporaryDirectory()
  for (const unit of UNITS) {
    // Only where it is installed is Node at its place.
    const text = read(`deploy/systemd/${unit}`).replaceAll('/usr/bin/node', process.execPath)
    const path = join(work.path, unit)
    await writeFile(path, text)
    expect(spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' }).stderr).toBe('')
    const exposure = ['security', '--offline=true', '--threshold=20', '--no-pager', path]
    expect(execFileSync('systemd-analyze', exposure, { encoding: 'utf8' })).toContain('Overall exposure level')
  }
})
