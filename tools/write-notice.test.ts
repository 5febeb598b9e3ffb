import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describePackage, packageFolders } from './write-notice.mjs'

const modules = join(import.meta.dirname, '..', 'node_modules')

test('the packages of a bundle are those in which its files lie, scoped ones too, each once', () => {
  const files = [
    'react/index.js',
    'react/cjs/react.js',
    '@tanstack/query-core/dist/index.js',
    'no-such-package/index.js',
  ]
  const found = packageFolders([
    ...files.map((file) => join(modules, file)),
    '/src/main.ts',
    `\0${modules}/zod/x.js?used`,
  ])
  expect(found).toEqual(['@tanstack/query-core', 'react', 'zod'].map((name) => join(modules, name)))
})

test('a package is named with its version, its licence and the words of it', () => {
  const { title, text } = describePackage(join(modules, 'react'))
  expect(title).toMatch(/^react \d+\.\d+\.\d+/)
  expect(text).toContain('Licence: MIT')
  expect(text).toContain('Permission is hereby granted')
})

test('a package that says nothing of its licence is not bundled', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notice-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'nameless', version: '1.0.0' }))
  expect(() => describePackage(folder)).toThrow('nameless does not say its licence')
})
