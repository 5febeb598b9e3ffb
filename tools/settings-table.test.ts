import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { registry } from '../packages/providers/src/registry.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const CONFIG = [
  ...['config.ts', 'read-database.ts', 'read-kek.ts', 'read-mail.ts', 'read-objects.ts', 'read-processes.ts'],
  ...['read-seal.ts', 'read-tracing.ts'],
]
  .map((file) => read(join('apps/api/src/config', file)))
  .join('\n')
const LOGINS = read('apps/api/src/config/read-logins.ts')
const ENVIRONMENTS = read('apps/api/src/config/read-environments.ts')
const START = read('tools/start.mjs')
const OTHERS = ['read-new-password.ts', '../sign/read-pin.ts', '../commands/send.ts']
  .map((file) => read(join('apps/cli/src/operator', file)))
  .concat(read('apps/sandbox/src/read-configuration.ts'))
  .join('\n')

/** Variable name and the cells behind it, of every row of the page. */
const rows = new Map(
  read('docs/operations/configuration.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, name, ...cells]) => {
      const variable = /^`([A-Z\d_]+)`$/.exec(name ?? '')?.[1]
      return variable === undefined ? [] : [[variable, cells] as const]
    }),
)

const readByConfig = [...CONFIG.matchAll(/read\.\w+\(\s*'([A-Z\d_]+)'|env\['([A-Z_]+)'\]/g)].map((m) => m[1] ?? m[2]!)
const readByEnvironments = [...ENVIRONMENTS.matchAll(/(?:base|origins)\('([A-Z_]+)'\)/g)].map((m) => m[1]!)
const prefixes = [...LOGINS.matchAll(/readOidc\(read, '([A-Z]+)'/g)].map((m) => m[1]!)
const readByLogins = [
  ...[...LOGINS.matchAll(/read\.\w+\('([A-Z_]+)'/g)].map((m) => m[1]!),
  ...new Set(
    [...LOGINS.matchAll(/\$\{prefix\}_([A-Z_]+)`/g)].flatMap((m) => prefixes.map((name) => `${name}_${m[1]}`)),
  ),
]
const readByStart = [...START.matchAll(/process\.env\.([A-Z_]+)/g)].map((m) => m[1]!)

interface ProviderSetting {
  readonly variable: string
  readonly name: string
  /** Where the provider's own page is. */
  readonly readme: string
}

/** What a connector reads when it is set up, as its code says. */
const readByProviders: readonly ProviderSetting[] = registry.flatMap((provider) => {
  if (provider.kind === 'vault') return []
  const names = new Set<string>()
  const note = <T>(name: string, value: T): T => {
    names.add(name)
    return value
  }
  provider.connect({
    // A path, which any other text may be as well.
    text: (name) => note(name, '/set'),
    address: (name) => note(name, 'http://provider.invalid'),
    wholeNumber: (name, { fallback }) => note(name, fallback),
    choice: (name, _choices, fallback) => note(name, fallback),
    required: (name, _form, fallback = '') => note(name, fallback),
    file: (name) => note(name, undefined),
  })
  const folder = `packages/providers/src/${provider.manifest.certType.toLowerCase()}`
  return [...names].map((name) => ({ variable: `${provider.prefix}_${name}`, name, readme: `${folder}/README.md` }))
})

test('every variable of a provider has its row, or stands in the provider’s README when it names a path', () => {
  expect(readByProviders.length).toBeGreaterThan(10)
  const isTold = ({ variable, name, readme }: ProviderSetting) =>
    name.endsWith('_PATH') ? read(readme).includes(name.replace(/_PATH$/, '')) : rows.has(variable)
  expect(readByProviders.filter((setting) => !isTold(setting)).map(({ variable }) => variable)).toEqual([])
})

test('every variable that the server or npm start reads has its row among the settings', () => {
  expect(readByConfig.length).toBeGreaterThan(30)
  expect(readByLogins.length).toBeGreaterThan(10)
  expect(readByEnvironments).toHaveLength(8)
  const readByAll = [...readByConfig, ...readByEnvironments, ...readByLogins, ...readByStart]
  expect(readByAll.filter((name) => !rows.has(name))).toEqual([])
})

test('every row of the settings is a variable that is read', () => {
  const ofProviders = new Set(readByProviders.map(({ variable }) => variable))
  const isRead = (name: string) =>
    ofProviders.has(name) ||
    readByLogins.includes(name) ||
    readByEnvironments.includes(name) ||
    [CONFIG, START, OTHERS].some((source) => new RegExp(`\\b${name}\\b`).test(source))
  expect([...rows.keys()].filter((name) => !isRead(name))).toEqual([])
})

test('every number has its default and its range among the settings', () => {
  const pattern = /wholeNumber\('([A-Z\d_]+)', \{ fallback: ([\d_]+), min: ([\d_]+), max: ([\d_]+) \}/g
  const numbers = [...CONFIG.matchAll(pattern)].map(([, name, ...range]) => ({
    name: name!,
    cells: range.map((number) => number.replaceAll('_', '')),
  }))
  expect(numbers.length).toBeGreaterThan(8)
  for (const { name, cells } of numbers) {
    const [fallback, range] = rows.get(name)!
    expect([name, fallback, range]).toEqual([
      name,
      `\`${cells[0]}\``,
      expect.stringContaining(`${cells[1]}–${cells[2]}`),
    ])
  }
})
