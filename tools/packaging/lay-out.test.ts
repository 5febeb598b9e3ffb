/** What an image has of npm. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { HOME, IMAGES, modules } from './lay-out.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
/** Whom a package has another file for: not the server. */
const FOR_OTHERS = /^(?:types|browser|deno|bun|worker|workerd|react-native|development)(?:@|$)/

type Exported = string | null | readonly Exported[] | { readonly [condition: string]: Exported }

function targetsOf(exported: Exported): string[] {
  if (exported === null) return []
  if (typeof exported === 'string') return [exported]
  if (Array.isArray(exported)) return (exported as Exported[]).flatMap(targetsOf)
  return Object.entries(exported).flatMap(([condition, one]) => (FOR_OTHERS.test(condition) ? [] : targetsOf(one)))
}

/** The files by which a package is taken up under its own name, below its folder. */
function entriesOf(folder: string): string[] {
  const { exports, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports?: Exported
    main?: string
  }
  const own = exports && typeof exports === 'object' && '.' in exports ? exports['.'] : exports
  const names = own ? targetsOf(own) : [main, `${main}.js`, 'index.js', `${main}/index.js`]
  return names
    .map((name) => join(folder, String(name)))
    .filter((path) => existsSync(path) && statSync(path).isFile() && !path.endsWith('.ts'))
}

test.each(Object.entries(IMAGES))('the image %s has each file by which a package is taken up', (_, { workspaces }) => {
  const laid = new Set(modules(workspaces).map(({ path }) => join(ROOT, path.slice(HOME.length + 1))))
  const folders = [...laid].filter(
    (path) => /node_modules\/(?:@[^/]+\/)?[^/@]+$/.test(path) && existsSync(join(path, 'package.json')),
  )
  expect(folders.length).toBeGreaterThan(10)
  expect(folders.flatMap(entriesOf).filter((path) => !laid.has(path))).toEqual([])
})
