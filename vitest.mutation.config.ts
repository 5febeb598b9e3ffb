import { defineConfig } from 'vitest/config'

/** The tests that mutants meet: those of the rules themselves, and of signing and validating as a whole. */
export default defineConfig({
  test: {
    include: [
      'packages/pades/src/{byte-range,cms,changes,revisions,validation}/**/*.test.ts',
      'packages/pades/src/{prepare,resume}-signature.test.ts',
    ],
    // It throws thousands of files at the rules and asks only whether they come to an end.
    exclude: ['**/hostile-revisions.test.ts'],
    // Each mutant loads the files anew anyway; once for all its tests is enough.
    isolate: false,
    testTimeout: 30_000,
  },
})
