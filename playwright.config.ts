import { defineConfig } from '@playwright/test'
import { testBrowser } from './tools/find-browser.mjs'

/** What the full run alone tries: other ways, windows and providers of what others try once. */
const inFull = process.env.RUBRICA_FULL_TESTS === '1'

/** Root cannot use the browser's sandbox. */
const asRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  ...(inFull ? {} : { testIgnore: '**/*.full.spec.ts', grepInvert: /@full\b/ }),
  globalSetup: './e2e/scenes/share-postgres.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each worker runs a portal and a browser, and waits for them a third of its time.
  workers: 4,
  forbidOnly: true,
  // Two cores may be slow for a moment. What passes only then is told as flaky, and is a fault to be mended.
  retries: 1,
  // Ends what hangs; a busy machine may be slow for long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What moves is drawn frame by frame, and Playwright waits for its end before it clicks: a twentieth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of each test costs a fifth of the time; RUBRICA_TRACE=1 keeps those of what failed.
    trace: process.env.RUBRICA_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: testBrowser(),
      args: [
        '--disable-quic',
        '--disable-background-networking',
        // Without a graphics card a process of its own for it only passes on what others paint.
        '--in-process-gpu',
        ...(asRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
})
