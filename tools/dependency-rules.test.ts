import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const HOME = fileURLToPath(new URL('..', import.meta.url))
const PACKAGES = ['contract', 'domain', 'pades', 'rendering', 'locales', 'providers', 'testing']

/**
 * What lies in the made-up tree before anything is imported. Every file is imported once, so that none is an orphan.
 */
const TARGETS = [
  ...['domain', 'contract', 'pades', 'rendering', 'testing'].map((name) => `packages/${name}/src/index.ts`),
  'packages/locales/src/node.ts',
  'packages/locales/src/browser.ts',
  'packages/providers/src/provider.ts',
  'packages/providers/src/manifests.ts',
  'packages/providers/src/registry.ts',
  'packages/providers/src/nebula/connector.ts',
  'packages/providers/src/nebula/manifest.ts',
  'apps/api/src/config/config.ts',
  'apps/api/src/http/errors.ts',
  'apps/api/src/ports/clock.ts',
  'apps/api/src/modules/errors.ts',
  'apps/api/src/modules/users/ports.ts',
  'apps/api/src/modules/users/save-user.ts',
  'apps/api/src/adapters/mail/send-mail.ts',
  'apps/api/src/compose/server.ts',
  'apps/web/src/features/session/login.tsx',
  'packages/pdf/src/index.ts',
  'packages/pki/src/index.ts',
  'packages/pki/src/cms/read-signed-data.ts',
  'packages/pki/testing/index.ts',
  'apps/web/src/shared/ui/button.tsx',
  'apps/web/src/routes/documents.tsx',
  'apps/web/src/app/router.tsx',
  'apps/api/tests/boot.ts',
]

/** Imports that must pass: importer, what it imports (a path of the tree, or a package), and how. */
const ALLOWED: [string, string, 'type'?][] = [
  ['packages/contract/src/a.ts', 'packages/domain/src/index.ts'],
  ['packages/contract/src/a.ts', 'zod'],
  ['packages/providers/src/swisscom/a.ts', 'packages/pki/src/index.ts'],
  ['packages/providers/src/swisscom/a.ts', 'packages/providers/src/provider.ts'],
  ['packages/providers/src/registry-of-all.ts', 'packages/providers/src/nebula/connector.ts'],
  ['packages/pades/src/a.ts', 'packages/pdf/src/index.ts'],
  ['packages/pades/src/a.ts', 'packages/pki/src/index.ts'],
  ['packages/pdf/src/a.ts', 'packages/pki/src/index.ts'],
  ['packages/pades/testing/a.ts', 'packages/pki/testing/index.ts'],
  ['packages/domain/src/a.test.ts', 'packages/testing/src/index.ts'],
  ['packages/testing/src/a.ts', 'apps/api/src/compose/server.ts'],
  ['apps/api/src/http/a.ts', 'packages/contract/src/index.ts'],
  ['apps/api/src/http/a.ts', 'apps/api/src/modules/users/save-user.ts'],
  ['apps/api/src/http/a.ts', 'fastify'],
  ['apps/api/src/modules/signing/a.ts', 'packages/domain/src/index.ts'],
  ['apps/api/src/modules/signing/a.ts', 'apps/api/src/modules/users/ports.ts'],
  ['apps/api/src/modules/signing/a.ts', 'apps/api/src/modules/errors.ts'],
  ['apps/api/src/modules/signing/a.ts', 'apps/api/src/ports/clock.ts'],
  ['apps/api/src/adapters/clock/a.ts', 'apps/api/src/ports/clock.ts'],
  ['apps/api/src/modules/signing/a.ts', 'packages/pades/src/index.ts', 'type'],
  ['apps/api/src/modules/signing/a.ts', 'packages/providers/src/provider.ts', 'type'],
  ['apps/api/src/adapters/database/a.ts', 'apps/api/src/modules/users/ports.ts'],
  ['apps/api/src/adapters/database/a.ts', 'packages/rendering/src/index.ts'],
  ['apps/api/src/adapters/database/a.ts', 'packages/pades/src/index.ts'],
  ['apps/api/src/adapters/sheets/a.ts', 'packages/sheets/src/index.ts'],
  ['apps/api/src/adapters/database/a.ts', 'packages/locales/src/node.ts'],
  ['apps/api/src/compose/server.ts', 'packages/providers/src/registry.ts'],
  ['apps/api/src/compose/server.ts', 'apps/api/src/http/errors.ts'],
  ['apps/api/src/main.ts', 'apps/api/src/compose/server.ts'],
  ['apps/api/src/main.ts', 'apps/api/src/config/config.ts'],
  ['apps/api/tests/a.test.ts', 'packages/testing/src/index.ts'],
  ['apps/web/src/main.tsx', 'apps/web/src/app/router.tsx'],
  ['apps/web/src/routes/a.tsx', 'apps/web/src/features/session/login.tsx'],
  ['apps/web/src/features/profile/a.tsx', 'apps/web/src/shared/ui/button.tsx'],
  ['apps/web/src/features/profile/a.tsx', 'packages/contract/src/index.ts'],
  ['apps/web/src/features/profile/a.tsx', 'packages/providers/src/manifests.ts'],
  ['apps/web/src/shared/a.ts', 'packages/locales/src/browser.ts'],
  ['apps/web/src/shared/a.test.ts', 'node:fs'],
  ['apps/sandbox/src/a.ts', 'packages/locales/src/node.ts'],
  ['apps/cli/src/a.ts', 'apps/api/src/compose/server.ts'],
  ['apps/cli/src/a.ts', 'packages/pades/src/index.ts'],
]

/** Imports that must be stopped, by the rule named. */
const FORBIDDEN: [string, string, string][] = [
  ['domain-stands-on-nothing', 'packages/domain/src/b.ts', 'node:crypto'],
  ['domain-stands-on-nothing', 'packages/domain/src/b.ts', 'zod'],
  ['contract-is-data', 'packages/contract/src/b.ts', 'packages/pades/src/index.ts'],
  ['contract-is-data', 'packages/contract/src/b.ts', 'fastify'],
  ['sdk-speaks-contract', 'packages/sdk/src/b.ts', 'packages/domain/src/index.ts'],
  ['pki-stands-alone', 'packages/pki/src/b.ts', 'packages/pdf/src/index.ts'],
  ['pdf-reads-bytes', 'packages/pdf/src/b.ts', 'packages/pades/src/index.ts'],
  ['pades-signs-bytes', 'packages/pades/src/b.ts', 'packages/domain/src/index.ts'],
  ['engine-shows-faces', 'packages/pades/src/b.ts', 'packages/pki/src/cms/read-signed-data.ts'],
  ['evidence-files-stand-alone', 'packages/evidence-file/src/b.ts', 'packages/domain/src/index.ts'],
  ['rendering-stands-alone', 'packages/rendering/src/b.ts', 'packages/pades/src/index.ts'],
  ['sheets-stand-alone', 'packages/sheets/src/b.ts', 'packages/domain/src/index.ts'],
  ['locales-stand-alone', 'packages/locales/src/b.ts', 'packages/domain/src/index.ts'],
  ['autofirma-stands-alone', 'packages/autofirma/src/b.ts', 'packages/domain/src/index.ts'],
  ['providers-speak-domain', 'packages/providers/src/swisscom/b.ts', 'packages/contract/src/index.ts'],
  ['providers-speak-domain', 'packages/providers/src/swisscom/b.ts', 'packages/pades/src/index.ts'],
  ['providers-live-apart', 'packages/providers/src/swisscom/b.ts', 'packages/providers/src/nebula/connector.ts'],
  ['providers-live-apart', 'packages/providers/src/swisscom/b.ts', 'packages/providers/src/registry.ts'],
  ['packages-know-no-app', 'packages/pades/src/b.ts', 'apps/api/src/config/config.ts'],
  ['config-is-read-first', 'apps/api/src/config/b.ts', 'apps/api/src/modules/users/save-user.ts'],
  ['ports-promise-only', 'apps/api/src/ports/b.ts', 'apps/api/src/modules/users/save-user.ts'],
  ['http-calls-modules', 'apps/api/src/http/b.ts', 'apps/api/src/adapters/mail/send-mail.ts'],
  ['http-calls-modules', 'apps/api/src/http/b.ts', 'packages/pades/src/index.ts'],
  ['modules-know-ports-only', 'apps/api/src/modules/signing/b.ts', 'apps/api/src/adapters/mail/send-mail.ts'],
  ['modules-know-ports-only', 'apps/api/src/modules/signing/b.ts', 'apps/api/src/http/errors.ts'],
  ['modules-know-ports-only', 'apps/api/src/modules/signing/b.ts', 'packages/contract/src/index.ts'],
  ['modules-know-ports-only', 'apps/api/src/modules/signing/b.ts', 'packages/providers/src/registry.ts'],
  ['modules-meet-at-ports', 'apps/api/src/modules/signing/b.ts', 'apps/api/src/modules/users/save-user.ts'],
  ['modules-borrow-types-only', 'apps/api/src/modules/signing/b.ts', 'packages/pades/src/index.ts'],
  ['modules-use-no-technology', 'apps/api/src/modules/signing/b.ts', 'fastify'],
  ['modules-use-no-technology', 'apps/api/src/modules/signing/b.ts', 'node:fs'],
  ['adapters-fill-ports', 'apps/api/src/adapters/database/b.ts', 'apps/api/src/modules/users/save-user.ts'],
  ['adapters-fill-ports', 'apps/api/src/adapters/database/b.ts', 'apps/api/src/http/errors.ts'],
  ['adapters-fill-ports', 'apps/api/src/adapters/database/b.ts', 'packages/contract/src/index.ts'],
  ['compose-chooses-providers', 'apps/api/src/adapters/database/b.ts', 'packages/providers/src/registry.ts'],
  ['compose-is-for-entries', 'apps/api/src/http/b.ts', 'apps/api/src/compose/server.ts'],
  ['portal-is-for-browsers', 'apps/web/src/app/b.tsx', 'packages/pades/src/index.ts'],
  ['portal-is-for-browsers', 'apps/web/src/app/b.tsx', 'packages/providers/src/nebula/connector.ts'],
  ['portal-is-for-browsers', 'apps/web/src/app/b.tsx', 'packages/locales/src/node.ts'],
  ['portal-is-for-browsers', 'apps/web/src/app/b.tsx', 'apps/api/src/config/config.ts'],
  ['portal-has-no-node', 'apps/web/src/app/b.tsx', 'node:crypto'],
  ['routes-join-features', 'apps/web/src/routes/b.tsx', 'apps/web/src/app/router.tsx'],
  ['features-live-apart', 'apps/web/src/features/profile/b.tsx', 'apps/web/src/features/session/login.tsx'],
  ['features-live-apart', 'apps/web/src/features/profile/b.tsx', 'apps/web/src/routes/documents.tsx'],
  ['shared-knows-no-feature', 'apps/web/src/shared/b.ts', 'apps/web/src/features/session/login.tsx'],
  ['sandbox-is-a-stranger', 'apps/sandbox/src/b.ts', 'packages/pades/src/index.ts'],
  ['sandbox-is-a-stranger', 'apps/sandbox/src/b.ts', 'packages/providers/src/nebula/connector.ts'],
  ['sandbox-is-a-stranger', 'apps/sandbox/src/b.ts', 'packages/domain/src/index.ts'],
  ['cli-drives-packages', 'apps/cli/src/b.ts', 'apps/api/src/modules/users/save-user.ts'],
  ['tests-stay-tests', 'apps/cli/src/b.ts', 'packages/testing/src/index.ts'],
  ['tests-stay-tests', 'apps/api/src/main-b.ts', 'apps/api/tests/boot.ts'],
  ['no-cycle', 'packages/pades/src/circle-back.ts', 'packages/pades/src/circle.ts'],
  ['no-orphan', 'packages/pades/src/forgotten.ts', ''],
  ['imports-resolve', 'packages/pades/src/b.ts', '@rubrica/nowhere'],
]

interface Violation {
  from: string
  to: string
  rule: { name: string }
}

interface Outcome {
  summary: { violations: Violation[]; ruleSetUsed: { forbidden: { name: string }[] } }
}

let root: string
let violations: Violation[]
let ruleNames: string[]

function specifierOf(importer: string, imported: string) {
  if (!/^(?:apps|packages)\//.test(imported)) return imported
  const path = relative(dirname(importer), imported)
  return path.startsWith('.') ? path : `./${path}`
}

function put(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'directions-'))
  const imports: [string, string, string?][] = [
    ...ALLOWED,
    ...FORBIDDEN.map(([, from, to]) => [from, to] as [string, string]),
  ]
  const files = new Map(TARGETS.map((path) => [path, 'export const here = 1\n']))
  files.set('packages/pades/src/circle.ts', `import './circle-back.ts'\n`)
  for (const [from, to, kind] of imports) {
    const line = kind === 'type' ? `import { type here as _${files.size} } from` : 'import'
    const statement = to === '' ? 'export const alone = 1\n' : `${line} '${specifierOf(from, to)}'\n`
    files.set(from, (files.get(from) ?? '') + statement)
  }
  for (const [path, text] of files) put(path, text)
  for (const name of ['zod', 'fastify']) {
    put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    put(`node_modules/${name}/index.js`, '')
  }
  put('package.json', JSON.stringify({ name: 'tree', type: 'module', dependencies: { zod: '1', fastify: '1' } }))
  put('tsconfig.node.json', '{}')
  mkdirSync(join(root, 'node_modules/@rubrica'))
  for (const name of PACKAGES) {
    put(
      `packages/${name}/package.json`,
      JSON.stringify({ name: `@rubrica/${name}`, exports: { '.': './src/index.ts' } }),
    )
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@rubrica', name))
  }
  const cli = join(HOME, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const options = ['--config', join(HOME, '.dependency-cruiser.mjs'), '--output-type', 'json', 'apps', 'packages']
  const run = spawnSync(process.execPath, [cli, ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!run.stdout) throw new Error(run.stderr)
  const { summary } = JSON.parse(run.stdout) as Outcome
  violations = summary.violations
  ruleNames = summary.ruleSetUsed.forbidden.map((rule) => rule.name)
}, 60_000)
afterAll(() => rmSync(root, { recursive: true }))

const leadsTo = (violation: Violation, to: string) =>
  violation.to === to || violation.to === to.replace(/^node:/, '') || violation.to.includes(`node_modules/${to}/`)

describe('directions of imports', () => {
  it.each(FORBIDDEN)('%s stops %s -> %s', (rule, from, to) => {
    const found = violations.filter((one) => one.from === from && (to === '' || leadsTo(one, to)))
    expect(found.map((one) => one.rule.name)).toContain(rule)
  })

  it.each(ALLOWED)('%s may import %s', (from, to) => {
    expect(violations.filter((one) => one.from === from && leadsTo(one, to))).toEqual([])
  })

  it('provokes every rule of the configuration', () => {
    expect(new Set(FORBIDDEN.map(([rule]) => rule))).toEqual(new Set(ruleNames))
  })

  it('lets a module import a package by name for its types only', () => {
    put('apps/api/src/modules/pages/c.ts', `import { type here } from '@rubrica/pades'\n`)
    put('apps/api/src/modules/pages/d.ts', `import { here } from '@rubrica/pades'\n`)
    const cli = join(HOME, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
    const options = ['--config', join(HOME, '.dependency-cruiser.mjs'), 'apps/api/src/modules/pages']
    const run = spawnSync(process.execPath, [cli, ...options], { cwd: root, encoding: 'utf8' })
    expect(run.stdout).toContain('modules-borrow-types-only: apps/api/src/modules/pages/d.ts')
    expect(run.stdout).not.toContain('pages/c.ts')
  })
})
