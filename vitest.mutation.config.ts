import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** A package as it was copied and changed; by its name it would be the one that was installed. */
const copied = (path: string) => resolve(import.meta.dirname, 'packages', path)

/** The tests that mutants meet: those of the rules themselves, and of signing and validating as a whole. */
export default defineConfig({
  resolve: {
    alias: ['pki', 'pdf', 'pades'].flatMap((name) => [
      { find: `@rubrica/${name}/testing`, replacement: copied(`${name}/testing/index.ts`) },
      { find: `@rubrica/${name}`, replacement: copied(`${name}/src/index.ts`) },
    ]),
  },
  test: {
    include: [
      'packages/pki/src/{algorithms,cms,der}/**/*.test.ts',
      'packages/pdf/src/revisions/**/*.test.ts',
      'packages/pades/src/{byte-range,changes,validation}/**/*.test.ts',
      'packages/pades/src/{prepare,resume}-signature.test.ts',
    ],
    // It throws thousands of files at the rules and asks only whether they come to an end.
    exclude: ['**/hostile-revisions.test.ts'],
    // Each mutant loads the files anew anyway; once for all its tests is enough.
    isolate: false,
    testTimeout: 30_000,
  },
})
