import { expect, test } from 'vitest'
import { listRuntimePackages } from './runtime-packages.mjs'

const PACKAGES = {
  'apps/server': {
    dependencies: { '@own/engine': '1.0.0', web: '1.0.0', database: '1.0.0' },
    devDependencies: { tester: '1.0.0' },
  },
  'packages/engine': { dependencies: { web: '2.0.0' }, optionalDependencies: { token: '1.0.0', absent: '1.0.0' } },
  'packages/engine/node_modules/web': { dependencies: { parser: '1.0.0' } },
  'node_modules/@own/engine': { link: true, resolved: 'packages/engine' },
  'node_modules/web': {
    peerDependencies: { parser: '1.0.0', extra: '1.0.0' },
    peerDependenciesMeta: { extra: { optional: true } },
  },
  'node_modules/parser': {},
  'node_modules/database': { dependencies: { server: '1.0.0' } },
  'node_modules/server': {},
  'node_modules/tester': { dev: true },
  'node_modules/token': { optional: true },
  'node_modules/absent': { optional: true },
}
const isThere = (path: string) => path !== 'node_modules/absent'
const wish = { workspaces: ['apps/server'], isThere }

test('what runs is what npm would install without the packages for developing, through our own ones', () => {
  expect(listRuntimePackages(PACKAGES, wish)).toEqual([
    'node_modules/database',
    'node_modules/parser',
    'node_modules/server',
    'node_modules/token',
    'node_modules/web',
    'packages/engine/node_modules/web',
  ])
})

test('a package that is left out takes along what only it needs', () => {
  const left = listRuntimePackages(PACKAGES, { ...wish, without: ['database'] })
  expect(left).not.toContain('node_modules/server')
  expect(left).toContain('node_modules/parser')
})

test('a package that is needed and not installed is named with who needs it', () => {
  const withoutParser = { ...wish, isThere: (path: string) => path !== 'node_modules/parser' }
  expect(() => listRuntimePackages(PACKAGES, withoutParser)).toThrow('node_modules/web needs parser')
})
