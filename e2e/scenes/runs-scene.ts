import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { Scene } from '@rubrica/testing'
import { dialogButton, enterPin, openBatchDialog, type SentBatch } from './batch-scene.ts'

/** Has the timestamp authority of the scene take its time, so that a run can be looked at. */
export const slowTimestamps = ({ portal }: Scene) =>
  portal.sandbox.inject({ service: 'tsa', fault: 'slow:4000', times: 100 })

export const quickTimestamps = ({ portal }: Scene) => portal.sandbox.control('reset', {})

/** What is told of signing runs over the list. */
export const runNotice = (page: Page): Locator => page.getByRole('region', { name: 'Signing in the background' })
export const runButton = (page: Page, name: string) => runNotice(page).getByRole('button', { name })

interface Run {
  readonly name: 'ana' | 'biel' | 'carla'
  readonly count: number
  readonly prefix: string
}

/** Signs documents with one PIN, and lets the server go on with them. */
export async function runInBackground(page: Page, scene: Scene, run: Run): Promise<SentBatch> {
  const batch = await openBatchDialog(page, scene, run)
  await slowTimestamps(scene)
  await enterPin(page, scene.people[run.name].pin)
  await dialogButton(page, 'Continue in the background').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return batch
}

/** Begins a run as a program would, and waits until it waits for its person. */
export async function prepareRun(
  scene: Scene,
  { name, certificate }: { name: Run['name']; certificate?: string },
  signers: readonly string[],
): Promise<string> {
  const person = scene.people[name]
  const { RunGUID: runGuid } = await person.call.beginRun({
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      CertGUID: certificate ?? person.certificateId,
      AccessMethod: 'USER_PASS',
      Items: signers.map((SignerGUID) => ({ SignerGUID })),
    },
  })
  await untilRun(scene, { name, runGuid }, 'needs-person')
  return runGuid
}

/**
 * Has the list show the runs of a person as they stand now, however far they go meanwhile: a busy machine may take longer
 * to look at them than they take.
 * @returns what has it show them as they are
 */
export async function freezeRuns(page: Page, scene: Scene, name: Run['name']): Promise<() => Promise<void>> {
  const runs = await scene.people[name].call.listRuns({})
  const list = '**/api/signature/runs'
  const one = `${list}/*`
  const answerWith = (answer: (guid: string) => unknown) => (route: Route) => {
    const json = answer(new URL(route.request().url()).pathname.split('/').at(-1)!)
    return route.request().method() === 'GET' && json ? route.fulfill({ json }) : route.continue()
  }
  await page.route(
    list,
    answerWith(() => runs),
  )
  await page.route(
    one,
    answerWith((guid) => runs.find(({ RunGUID }) => RunGUID === guid)),
  )
  return async () => {
    await page.unroute(list)
    await page.unroute(one)
  }
}

/** Waits until a run is in a state. */
export const untilRun = (scene: Scene, run: { name: Run['name']; runGuid: string }, state: string): Promise<void> =>
  expect
    .poll(async () => (await scene.people[run.name].call.showRun({ params: { runGuid: run.runGuid } })).State, {
      timeout: 30_000,
    })
    .toBe(state)

/** Nothing of the tests before is told: runs that wait for a PIN wait for a day. */
export async function stopRuns(scene: Scene, name: Run['name']): Promise<void> {
  const { call } = scene.people[name]
  for (const { RunGUID: runGuid, EndedAt } of await call.listRuns({})) {
    if (EndedAt === null) await call.moveRun({ params: { runGuid }, body: { To: 'stopped' } })
  }
}

/** The list tells of no run of a test before: what ended badly is told for a day. */
export const forgetRuns = async ({ portal }: Scene): Promise<void> => {
  await portal.server.database!.query('delete from signing_runs')
}
