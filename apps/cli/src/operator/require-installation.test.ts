import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { requireInstallation } from './require-installation.ts'

const folder = mkdtempSync(join(tmpdir(), 'rubrica-none-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a data directory without an installation is refused before anything is made there', () => {
  expect(() => requireInstallation({ env: { DATA_DIR: folder } })).toThrow(`no installation in ${folder}`)
})

test('an installation, and a database of the operator, are taken', () => {
  mkdirSync(join(folder, 'database'), { recursive: true })
  expect(() => requireInstallation({ env: { DATA_DIR: folder } })).not.toThrow()
  expect(() => requireInstallation({ env: { DATABASE_URL: 'postgres://db/x' } })).not.toThrow()
})
