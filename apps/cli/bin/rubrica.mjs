#!/usr/bin/env node
// The command as it was built last (npm start, npm test and npm run build bring it up to date), else its sources.
import { existsSync } from 'node:fs'

const bundle = new URL('../../../dist/cli.js', import.meta.url)
if (existsSync(bundle)) {
  await import(bundle.href)
} else {
  const { register } = await import('tsx/esm/api')
  register()
  await import('../src/main.ts')
}
