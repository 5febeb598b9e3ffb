import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

const UNIT = ['packages/**/*.test.{ts,tsx}', 'apps/{api,cli,sandbox}/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts']
/** Its tests replace modules and what a browser has. */
const PORTAL = ['apps/web/src/**/*.test.{ts,tsx}']
const SERVER = ['apps/api/tests/**/*.test.ts', 'apps/cli/tests/**/*.test.ts']

/** Vitest would leave one of two cores idle. */
const WORKERS = Math.max(2, availableParallelism() - 1)

/** Files of the full run alone: each variant of what others try once. */
const LEFT_OUT = process.env.RUBRICA_FULL_TESTS === '1' ? [] : ['**/*.full.test.ts']

const BUILT_ENTRY = resolve(import.meta.dirname, 'packages/testing/src/built-entry.ts')

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: [{ find: /^.*\/find-entry\.ts$/, replacement: BUILT_ENTRY }] },
        test: {
          name: 'unit',
          include: UNIT,
          globalSetup: ['packages/testing/src/build-workers.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // To load the same modules for each file anew is half of the time; no test leaves anything in them.
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      { test: { name: 'unit-portal', include: PORTAL, testTimeout: 120_000, maxWorkers: WORKERS } },
      {
        test: {
          name: 'server',
          include: SERVER,
          exclude: [...configDefaults.exclude, ...LEFT_OUT],
          testTimeout: 240_000,
          hookTimeout: 300_000,
          isolate: false,
          // Each file drives whole processes and waits for them half of its time.
          maxWorkers: 4,
          globalSetup: ['packages/testing/src/share-postgres.ts'],
        },
      },
    ],
  },
})
