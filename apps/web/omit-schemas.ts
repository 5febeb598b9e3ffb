import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runnerImport, type Plugin } from 'vite'

const CONTRACT = resolve(import.meta.dirname, '../../packages/contract')
const { exports } = JSON.parse(readFileSync(resolve(CONTRACT, 'package.json'), 'utf8')) as {
  exports: Readonly<Record<string, string>>
}
/** What the portal may import of the package: its client of all calls, and those of single screens. */
const MAIN = resolve(CONTRACT, exports['.']!)
const ENTRIES = Object.values(exports).map((path) => resolve(CONTRACT, path))

/** What a client asks of an entry of the contract; the schemas and sentences are for the server and its reference. */
const CLIENT_FIELDS = ['method', 'path', 'base', 'auth', 'bodyKind', 'answerKind']

/**
 * Takes zod and the schemas out of the browser bundle, a fifth of the first screen's code.
 *
 * The contract describes its bodies with zod; the server validates with them, the portal only needs addresses and
 * types. So the package becomes its client and the values of its other exports, as far as they are plain data.
 */
export const omitSchemas: Plugin = {
  name: 'omit-schemas',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    if (!ENTRIES.includes(id)) return undefined
    const { module } = await runnerImport<Record<string, unknown>>(id, { configFile: false })
    const lines = Object.entries(module)
      .map(([name, value]) => [name, plainValue(value)] as const)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    const client = id === MAIN ? [`export * from './client.ts'`] : []
    return { code: [...client, ...lines].join('\n'), moduleType: 'js' }
  },
}

/** Undefined for what is no plain data: functions, classes and schemas. */
function plainValue(value: unknown): unknown {
  if (Array.isArray(value) || typeof value === 'string' || typeof value === 'number') return value
  if (!isPlainObject(value)) return undefined
  if ('method' in value && 'path' in value) {
    return Object.fromEntries(CLIENT_FIELDS.filter((field) => field in value).map((field) => [field, value[field]]))
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainValue(member)]))
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
