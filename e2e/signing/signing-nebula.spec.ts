import { expect } from '@playwright/test'
import {
  countMessages,
  linkAccount,
  nextCode,
  PROVIDER_PIN,
  readPhone,
  type DemoName,
  type Scene,
} from '@rubrica/testing'
import { pinIn } from '../scenes/batch-scene.ts'
import { expectAccessible, problem, test } from '../scenes/portal-scene.ts'
import {
  allowTypes,
  codeIn,
  expectAllSigned,
  expectSigned,
  noteSteps,
  openDialog,
  openSeveral,
  signButton,
} from '../scenes/signing-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

test.afterAll(({ scene }) => restorePeople(scene))

test.describe.configure({ mode: 'serial' })

async function linkNebula(scene: Scene, name: DemoName): Promise<void> {
  await allowTypes(scene, name, ['Nebula'])
  await linkAccount(scene, name, 'nebula')
}

/** Once the proof of the second factor has run out, it is asked for when something is signed. */
const forgetProof = (scene: Scene) =>
  scene.portal.sandbox.inject({ service: 'nebula', operation: 'mycertificates', fault: 'expired-session', times: 1 })

const next = (name = 'Continue') => ({ name, exact: true })

test('the authenticator is chosen, its challenge answered, then the PIN given', async ({ page, scene }) => {
  await linkNebula(scene, 'ana')
  await forgetProof(scene)
  const steps = noteSteps(page)
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (/nebulaauth(?:middle|end)?$/.test(request.url())) bodies.push(request.postDataJSON())
  })
  const sent = await openDialog(page, scene, { name: 'ana', alias: 'ana-pin' })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Authenticator app' }).check()
  await dialog.getByRole('button', next()).click()
  await expect(codeIn(page)).toBeFocused()
  await expect(dialog.getByRole('button', next())).toBeDisabled()
  await expectAccessible(page)
  await codeIn(page).fill('000000')
  await codeIn(page).press('Enter')
  await expect(dialog).toContainText('OTP failed, please try again')
  await expect(codeIn(page)).toHaveValue('')
  const app = (await readPhone(scene)).apps.find(({ provider, user }) => provider === 'Nebula' && user === 'ana')
  await codeIn(page).fill(app!.code)
  await codeIn(page).press('Enter')
  await pinIn(page).fill(PROVIDER_PIN)
  await pinIn(page).press('Enter')
  await expectSigned(page, scene, sent)
  expect(steps.filter((step) => step.includes('nebulaauth'))).toEqual([
    'POST vidmobileuser/*/nebulaauth',
    'POST vidmobileuser/*/nebulaauthmiddle',
    'POST vidmobileuser/*/nebulaauthend',
    'POST vidmobileuser/*/nebulaauthend',
  ])
  const Authenticator: unknown = expect.any(String)
  expect(bodies).toEqual([{ IsSign: true }, { Authenticator }, { Challenge: '000000' }, { Challenge: app!.code }])
})

test('a single authenticator is taken by itself, and one answer serves a batch', async ({ page, scene }) => {
  await linkNebula(scene, 'biel')
  await forgetProof(scene)
  const before = await countMessages(scene)
  const batch = await openSeveral(page, scene, { name: 'biel', alias: 'biel-nopin', count: 3, prefix: 'Nebula' })
  await codeIn(page).fill(await nextCode(scene, before))
  await codeIn(page).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('This certificate asks for no PIN')
  await signButton(page).click()
  await expectAllSigned(page, scene, batch)
})

test(
  'an account without a second factor goes straight to the PIN, or to a confirmation without one',
  { tag: '@full' },
  async ({ page, scene }) => {
    await linkNebula(scene, 'carla')
    const without = await openDialog(page, scene, { name: 'carla', alias: 'carla-nopin' })
    await signButton(page).click()
    await expectSigned(page, scene, without)
    const withPin = await openDialog(page, scene, { name: 'carla', alias: 'carla-pin' })
    await pinIn(page).fill(PROVIDER_PIN)
    await pinIn(page).press('Enter')
    await expectSigned(page, scene, withPin)
  },
)

test('a challenge that fails without integrationUnauthorized is taken for the end of the session', async ({
  page,
  scene,
}) => {
  const before = await countMessages(scene)
  await forgetProof(scene)
  await openDialog(page, scene, { name: 'biel', alias: 'biel-pin' })
  await nextCode(scene, before)
  await page.route('**/nebulaauthend', (route) => route.fulfill(problem(400, 'BAD_REQUEST', 'integrationUnauthorized')))
  await codeIn(page).fill('1')
  await codeIn(page).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('OTP failed, please try again')
  await expect(page.getByText(/session has expired/i)).toHaveCount(0)
  await page.unroute('**/nebulaauthend')
  await page.route('**/nebulaauthend', (route) => route.fulfill(problem(500, 'INTERNAL')))
  await codeIn(page).fill('1')
  await codeIn(page).press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText(/session/i)
})
