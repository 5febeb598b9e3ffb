import { expect, type Page } from '@playwright/test'
import { openScene, type DemoName, type Scene } from '@rubrica/testing'
import { allowTypes } from './allow-types.ts'
import { openAs, test as base } from './portal-scene.ts'
import { sharedPostgres } from './share-postgres.ts'

/** Third parties that tell a browser about itself; tests answer in their place. */
const IP_LOOK_UP = 'https://ip.example.test/'
export const PLACE_LOOK_UP = 'https://place.example.test/'

/**
 * A portal whose pages have the sandbox play the application on the PC. Ana and Carla may sign with nothing else; Biel
 * has a certificate of the portal, too.
 */
export const test = base.extend<object, { scene: Scene }>({
  // The application's own certificate is of an authority that it makes itself when it is installed. Hooks and `use` of
  // this file would hold for the first spec alone that a worker reads.
  ignoreHTTPSErrors: true,
  page: async ({ page }, give) => {
    await page.route(IP_LOOK_UP, (route) => route.fulfill({ json: { ip: '203.0.113.7' } }))
    await page.route(PLACE_LOOK_UP, (route) => route.fulfill({ json: { latitude: 41.38, longitude: 2.17 } }))
    await give(page)
  },
  scene: [
    async ({}, use) => {
      await using scene = await openScene({
        postgres: sharedPostgres(),
        env: ({ url }) => ({
          AUTOFIRMA_LAUNCHER_URL: `${url}/autofirma/launch`,
          IP_LOOKUP_URL: IP_LOOK_UP,
          GEO_LOOKUP_URL: PLACE_LOOK_UP,
        }),
      })
      await Promise.all([
        allowTypes(scene, 'ana', ['Local']),
        allowTypes(scene, 'biel', ['Local', 'KeyVault']),
        allowTypes(scene, 'carla', ['Local']),
      ])
      await use(scene)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
/** How the application behaves from now on; whoever sits at that PC takes their own certificate. */
export async function behave({ portal: { sandbox } }: Scene, behaviour: object = {}): Promise<void> {
  const answer = await fetch(`${sandbox.url}/autofirma/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ startsAfter: 0, pick: 'own', ...behaviour }),
  })
  expect(answer.status).toBe(204)
}

interface Run {
  readonly isRunning: boolean
  /** Windows in which somebody had to choose. */
  readonly dialogs: number
  readonly messages: readonly string[]
}

/** What the application did the last time that it was started. */
export async function lastRun({ portal: { sandbox } }: Scene): Promise<Run | undefined> {
  const { runs } = (await (await fetch(`${sandbox.url}/autofirma/runs.json`)).json()) as { runs: Run[] }
  return runs.at(-1)
}

/** Chooses the first certificate in the window of the application that is open. */
export async function chooseByHand({ portal: { sandbox } }: Scene): Promise<void> {
  const { windows } = (await (await fetch(`${sandbox.url}/autofirma/windows.json`)).json()) as {
    windows: { id: number }[]
  }
  await fetch(`${sandbox.url}/autofirma/windows/${windows.at(-1)!.id}`, {
    method: 'POST',
    body: new URLSearchParams({ choice: '0' }),
    redirect: 'manual',
  })
}

/** Time passes so many times as fast for the page, save for the three seconds in which a toast can be read. */
export async function hurry(page: Page, times = 20): Promise<void> {
  await page.addInitScript({
    content: `{
      const [start, now] = [window.setTimeout, performance.now.bind(performance)]
      window.setTimeout = (work, ms = 0, ...rest) => start(work, ms === 3000 ? ms : ms / ${times}, ...rest)
      performance.now = () => now() * ${times}
    }`,
  })
}

/** Notes what the bar of the dialog says, each value once. */
export async function notePercents(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript({
    content: `window.percents = []
      new MutationObserver(() => {
        const now = document.querySelector('dialog [role="progressbar"]')?.getAttribute('aria-valuenow')
        if (now && Number(now) !== window.percents.at(-1)) window.percents.push(Number(now))
      }).observe(document, { subtree: true, childList: true, attributeFilter: ['aria-valuenow'] })`,
  })
  return () => page.evaluate<number[]>('window.percents')
}

export const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
export const openButton = (page: Page) => dialogOf(page).getByRole('button', { name: 'Open Autofirma' })

/** Sends a document to somebody and opens it, as far as the dialog that signs it. */
export async function openSigning(page: Page, scene: Scene, name: DemoName = 'ana') {
  const sent = await scene.send({ signers: [name], description: { fileName: 'To sign.pdf' } })
  await openAs(page, scene, { name, path: `/documents/${sent.guid}` })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  return sent
}

/** The call that completes a signature; its path ends with the signer. */
export const COMPLETE = /\/api\/localsignature\/[0-9a-f-]+$/
/** The call that announces the certificate. */
export const ANNOUNCE = /\/api\/localsignature\/[0-9a-f-]+\/certificate$/

/**
 * The application is asked every two seconds, two cores may be slow, and Chromium holds back by seconds who has often
 * failed to connect: as the tests before, in the same browser.
 */
export const PATIENT = { timeout: 120_000 }

export const expectSigned = (page: Page, words: string | RegExp = /\.pdf was signed$/) =>
  expect(page.getByRole('status').getByText(words)).toBeVisible(PATIENT)

/** Keeps what the completion calls of the page say. */
export function noteCompletions(page: Page) {
  const bodies: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (COMPLETE.test(request.url())) bodies.push(request.postDataJSON() as Record<string, unknown>)
  })
  return bodies
}
