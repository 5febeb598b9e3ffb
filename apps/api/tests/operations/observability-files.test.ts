/** The rules and dashboards of deploy/observability: what they ask for is there, and the rules do what they say. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { contract } from '@rubrica/contract'
import { openScene, trySigning, type Scene } from '@rubrica/testing'
import { scrape, type Series } from '../scenes/read-metrics.ts'

const FOLDER = resolve(import.meta.dirname, '../../../../deploy/observability')
const RULES = join(FOLDER, 'rules')
/** Numbers that programs of others tell, as those document them. */
const OF_OTHERS = /^(?:up|patroni_\w+|etcd_\w+|node_\w+)$/
/** Labels that Prometheus or those programs add. */
const LABELS_OF_OTHERS = ['instance', 'job', 'scope', 'fstype']

let scene: Scene
let told: Series[]
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  const document = await scene.send({ signers: ['ana'] })
  await trySigning(scene.people.ana, document.signers[0]!.guid)
  told = await scrape(scene.portal.url)
})
afterAll(() => scene[Symbol.asyncDispose]())

interface Query {
  readonly file: string
  readonly text: string
}

const textOf = (...path: string[]) => readFileSync(join(FOLDER, ...path), 'utf8')

/** The expressions of a file of rules: that of a key `expr`, on its line or folded below it. */
function expressionsOf(rules: string): string[] {
  return [...rules.matchAll(/^( +)expr: (?:>-\n((?:\1 {2}.*\n)+)|(.+)\n)/gm)].map(
    ([, , folded, plain]) => plain ?? folded!.replaceAll(/\s+/g, ' '),
  )
}

interface Panel {
  readonly targets: readonly { readonly expr: string }[]
}

function listQueries(): Query[] {
  const rules = ['rubrica.yml', 'cluster.yml'].flatMap((file) =>
    expressionsOf(textOf('rules', file)).map((text) => ({ file, text })),
  )
  const boards = readdirSync(join(FOLDER, 'dashboards')).flatMap((file) =>
    (JSON.parse(textOf('dashboards', file)) as { panels: Panel[] }).panels.flatMap(({ targets }) =>
      targets.map(({ expr }) => ({ file, text: expr })),
    ),
  )
  return [...rules, ...boards]
}

const QUERIES = listQueries()
const recorded = new Set([...textOf('rules', 'rubrica.yml').matchAll(/- record: (\S+)/g)].map(([, name]) => name!))

/** What a query names: numbers with what it wants of their labels, and the labels that it groups by. */
function readQuery(text: string) {
  const numbers = [...text.matchAll(/\b([a-z]+[:_][\w:]+|up)(?:\{([^}]*)\})?(?=[\s[)]|$)/g)]
    .map(([, name, labels = '']) => ({
      name: name!,
      wanted: [...labels.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label, how, value]) => ({
        label: label!,
        how: how!,
        value: value!,
      })),
    }))
    .filter(({ name }) => !/^(?:group_right|group_left|histogram_quantile|min_over_time)$/.test(name))
  const grouped = [...text.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/))
  return { numbers, grouped }
}

describe.each([...new Set(QUERIES.map(({ file }) => file))])('%s', (file) => {
  const queries = QUERIES.filter((query) => query.file === file).map(({ text }) => ({ text, ...readQuery(text) }))

  test('asks for numbers that a server tells, that a rule records, or that are of others', () => {
    const names = new Set(queries.flatMap(({ numbers }) => numbers.map(({ name }) => name)))
    expect(names.size).toBeGreaterThan(4)
    const isThere = (name: string) =>
      recorded.has(name) || OF_OTHERS.test(name) || told.some((series) => series.name === name)
    expect([...names].filter((name) => !isThere(name))).toEqual([])
  })

  test('asks for labels and values that these numbers have', () => {
    const missing = queries.flatMap(({ numbers }) =>
      numbers
        .filter(({ name }) => !OF_OTHERS.test(name))
        .flatMap(({ name, wanted }) =>
          wanted.filter(({ label, how, value }) => !isToldWith({ name, label, how, value })).map((one) => [name, one]),
        ),
    )
    expect(missing).toEqual([])
    const known = new Set(told.flatMap(({ labels }) => Object.keys(labels)).concat(LABELS_OF_OTHERS))
    expect(queries.flatMap(({ grouped }) => grouped).filter((label) => !known.has(label))).toEqual([])
  })
})

/** A status may not have been answered yet; of all other labels the value has to be there. */
function isToldWith({ name, label, how, value }: { name: string; label: string; how: string; value: string }): boolean {
  const values = told.filter((series) => series.name === name).map(({ labels }) => labels[label])
  if (how !== '=' || ['status', 'route'].includes(label)) return values.some((one) => one !== undefined)
  return values.includes(value)
}

test('the routes of the objective are those of the calls that sign, all of them', () => {
  const routes = [...textOf('rules', 'rubrica.yml').matchAll(/route=~"([^"]+)"/g)].map(([, pattern]) => pattern!)
  const signing = [
    ...[contract.sign, contract.signAsGuest, contract.signByEmail],
    ...[contract.completeSwisscom, contract.completeSign, contract.completeLocalSignature],
  ]
  expect(new Set(routes)).toEqual(new Set([routes[0]]))
  expect(routes[0]!.split('|').toSorted()).toEqual(signing.map(({ path }) => `/api${path}`).toSorted())
  expect(new Set(signing.map(({ method }) => method))).toEqual(new Set(['POST']))
})

const run = promisify(execFile)
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)

describe.skipIf(!hasPromtool)('promtool (skipped without it: it comes with Debian’s package prometheus)', () => {
  test('takes every file of rules', async () => {
    const { stdout } = await run('promtool', ['check', 'rules', 'rubrica.yml', 'cluster.yml'], { cwd: RULES })
    expect(stdout.match(/SUCCESS/g)).toHaveLength(2)
  })

  test('has the alarms ring when they should, and keep still when they should', async () => {
    const files = ['rubrica.test.yml', 'rubrica-nights.test.yml', 'cluster.test.yml']
    const { stdout } = await run('promtool', ['test', 'rules', ...files], { cwd: RULES })
    expect(stdout.match(/SUCCESS/g)).toHaveLength(files.length)
  })
})
