// Mutation testing of the rules on which a validator stands or falls: `npm run test:mutation`. It changes them in one
// small way after the other and sees whether a test notices.
const RESULTS = 'test-results/mutation'
const FINDING = ['count-orphans', 'find-signatures', 'locate-entries', 'read-byte-range']
const READING = ['digest-ranges', 'read-cms', 'read-signer', 'verify-cms']

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [
    'packages/pki/src/{algorithms,cms,der}/**/*.ts',
    'packages/pdf/src/revisions/**/*.ts',
    'packages/pades/src/{byte-range,changes}/**/*.ts',
    `packages/pades/src/validation/finding/{${FINDING.join()}}.ts`,
    `packages/pades/src/validation/reading/{${READING.join()}}.ts`,
    '!**/*.test.ts',
  ],
  coverageAnalysis: 'perTest',
  // What is computed while a file loads would need a process for each mutant.
  ignoreStatic: true,
  thresholds: { high: 90, low: 80, break: 80 },
  timeoutMS: 10_000,
  tempDirName: '.cache/mutation',
  // Only what those tests need is copied; TypeScript's settings name workspaces that are not.
  ignorePatterns: [
    '/*',
    '!/packages',
    '/packages/*',
    '!/packages/{pki,pdf,pades}',
    '!/package.json',
    '!/vitest.mutation.config.ts',
  ],
  reporters: ['json', 'html', process.stdout.isTTY ? 'progress' : 'dots'],
  jsonReporter: { fileName: `${RESULTS}/mutation.json` },
  htmlReporter: { fileName: `${RESULTS}/mutation.html` },
}
