import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const UNIT = ['packages/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts']
const SERVER = ['apps/api/tests/**/*.test.ts', 'apps/cli/tests/**/*.test.ts']

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
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // To load the same modules for each file anew is half of the time; no test leaves anything in them.
          isolate: false,
          // Vitest would leave one of two cores idle.
          maxWorkers: Math.max(2, availableParallelism() - 1),
        },
      },
      {
        test: {
          name: 'server',
          include: SERVER,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          isolate: false,
          // Each file drives whole processes; two at once is what two cores carry.
          maxWorkers: 2,
          globalSetup: ['packages/testing/src/share-postgres.ts'],
        },
      },
    ],
  },
})
