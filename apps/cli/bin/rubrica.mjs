#!/usr/bin/env node
// The built command when there is one, else its sources.
import { existsSync } from 'node:fs'

const bundle = new URL('../../../dist/cli.js', import.meta.url)
if (existsSync(bundle)) {
  await import(bundle.href)
} else {
  const { register } = await import('tsx/esm/api')
  register()
  await import('../src/main.ts')
}
