import { expect, test, type Page } from '@playwright/test'
import { openScene } from '@rubrica/testing'
import { allowTypes } from '../scenes/allow-types.ts'
import {
  countSignatures,
  enterPin,
  noteCalls,
  openBatchDialog,
  pinIn,
  readCall,
  SIGN,
  signSelected,
  withoutRuns,
} from '../scenes/batch-scene.ts'

test.beforeEach(({ page }) => withoutRuns(page))

const lostNotice = (page: Page) => page.getByRole('alertdialog', { name: 'The connection was lost' })

test('a batch cut off by a server that dies goes on after the restart with what is still pending, and nothing is signed twice', async ({
  page,
}) => {
  // Seven starts of a server, on whatever machine.
  test.setTimeout(300_000)
  // A claim of the dead server runs out soon, so that its document is pending again; but not under a busy one.
  await using scene = await openScene({ env: { SIGNING_LEASE_MS: '5000' } })
  await allowTypes(scene, 'ana', ['KeyVault'])
  const { server } = scene.portal
  const { pin } = scene.people.ana
  const PORT = new URL(server.url).port
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 5, prefix: 'Restarted' })
  const signers = batch.sent.map((document) => document.signers[0]!.guid)
  // The server dies under the second document before it is signed, and under the third before it says that it is.
  const deaths = new Map([
    [signers[1], 'timestamped'],
    [signers[2], 'committed'],
  ])
  await page.route(SIGN, async (route) => {
    const { signer } = readCall(route.request())
    const FAILPOINT = deaths.get(signer)
    deaths.delete(signer)
    if (FAILPOINT) await server.restart({ PORT, FAILPOINT })
    await route.continue()
  })
  const calls = noteCalls(page)
  const startAgain = async () => {
    await expect(lostNotice(page)).toBeVisible()
    expect((await server.program.ended).signal).toBe('SIGKILL')
    await server.restart({ PORT })
  }

  await enterPin(page, pin)
  await startAgain()
  await expect(lostNotice(page)).toContainText('1 of 5 documents is signed')
  await lostNotice(page).getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('Signing document 3 of 5')).toBeVisible()
  await startAgain()
  await expect(lostNotice(page)).toContainText('2 of 5 documents are signed')
  expect(await countSignatures(scene, batch)).toEqual([1, 1, 1, 0, 0])

  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await signSelected(page).click()
  await expect(pinIn(page)).toHaveValue('')
  await enterPin(page, pin)
  await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
  expect(await countSignatures(scene, batch)).toEqual([1, 1, 1, 1, 1])
  for (const signer of signers) {
    expect(new Set(calls.filter((call) => call.signer === signer).map(({ key }) => key)).size).toBe(1)
  }
})
