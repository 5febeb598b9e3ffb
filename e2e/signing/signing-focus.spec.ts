import { expect } from '@playwright/test'
import { linkAccount } from '@rubrica/testing'
import { authoriseButton, fillAccount, openTab, panel } from '../scenes/certificates-scene.ts'
import { problem, test } from '../scenes/portal-scene.ts'
import { allowTypes, codeIn, openDialog } from '../scenes/signing-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

test.afterAll(({ scene }) => restorePeople(scene))

test.describe.configure({ mode: 'serial' })

test('a refused challenge leaves the cursor where the next answer is typed, pressed or entered', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'biel', ['Nebula'])
  await linkAccount(scene, 'biel', 'nebula')
  await scene.portal.sandbox.inject({
    service: 'nebula',
    operation: 'mycertificates',
    fault: 'expired-session',
    times: 1,
  })
  await openDialog(page, scene, { name: 'biel', alias: 'biel-pin' })
  await codeIn(page).fill('000000')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog')).toContainText('OTP failed, please try again')
  await expect(codeIn(page)).toBeFocused()
})

test('once another code was sent, the cursor is where it is typed; nothing is signed while it is on its way', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'ana', ['FirmaRemota'])
  await linkAccount(scene, 'ana', 'firmaremota')
  let calls = 0
  let answer = () => {}
  await page.route('**/signature/*/otp', async (route) => {
    calls++
    if (calls > 1) await new Promise<void>((resolve) => (answer = resolve))
    if (calls === 2) return route.fulfill(problem(429, 'RATE_LIMITED'))
    return route.fulfill({ json: { Qualified: false, SentTo: '' } })
  })
  await page.clock.install()
  await openDialog(page, scene, { name: 'ana', alias: 'Ana Vidal Serra (sms)' })
  const dialog = page.getByRole('dialog')
  await expect(codeIn(page)).toBeFocused()
  await codeIn(page).fill('123456')
  await dialog.getByLabel('PIN of the certificate').fill('1')
  await expect(dialog.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
  await page.clock.fastForward('01:05')
  const again = dialog.getByRole('button', { name: 'Send a new code' })
  await again.click()
  await expect(again).toHaveAttribute('aria-busy', 'true')
  await expect(dialog.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
  await expect.poll(() => calls).toBe(2)
  answer()
  await expect(dialog).toContainText('Too many attempts')
  await expect(again).toBeFocused()
  await again.click()
  await expect.poll(() => calls).toBe(3)
  answer()
  await expect(again).toHaveCount(0)
  await expect(codeIn(page)).toBeFocused()
})

test(
  'a dialog opened again right after a code says that only one a minute is sent',
  { tag: '@full' },
  async ({ page, scene }) => {
    await page.route('**/signature/*/otp', (route) => route.fulfill(problem(429, 'RATE_LIMITED')))
    await openDialog(page, scene, { name: 'ana', alias: 'Ana Vidal Serra (sms)' })
    await expect(page.getByRole('dialog', { name: 'The code could not be sent' })).toContainText('once a minute')
  },
)

test(
  'an account that is no longer authorised leads from the dialog to the certificates',
  { tag: '@full' },
  async ({ page, scene }) => {
    await page.route('**/signature/firmaremota/**', (route) =>
      route.fulfill(problem(403, 'PROVIDER_NOT_AUTHORISED', 'none')),
    )
    await openDialog(page, scene, { name: 'ana', alias: 'Ana Vidal Serra (pin)' })
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('PIN of the certificate').fill('246810')
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await dialog.getByRole('link', { name: 'Go to certificates' }).click()
    await expect(page.getByRole('heading', { name: 'Certificates', level: 1 })).toBeVisible()
  },
)

test('an account that is authorised does not leave the keyboard nowhere', { tag: '@full' }, async ({ page, scene }) => {
  await allowTypes(scene, 'carla', ['RedTrust'])
  await openTab(page, scene, { name: 'carla', tab: 'RedTrust' })
  await fillAccount(page, 'carla', { Domain: 'rubrica' })
  await authoriseButton(page).click()
  await expect(panel(page)).toContainText('carla (rubrica) is authorised')
  await expect(page.getByRole('main')).toBeFocused()
})

test('another code is announced only when one was asked for', { tag: '@full' }, async ({ page, scene }) => {
  await allowTypes(scene, 'ana', ['Nebula'])
  await openTab(page, scene, { name: 'ana', tab: 'Nebula' })
  await fillAccount(page, 'ana', { 'Client ID': 'rubrica' })
  await panel(page).getByRole('button', { name: 'Continue' }).click()
  await panel(page).getByRole('radio', { name: 'Text message' }).check()
  await panel(page).getByRole('button', { name: 'Continue' }).click()
  const announced = panel(page).getByText('Another code was asked for.')
  const code = panel(page).getByLabel('One-time code')
  await expect(code).toBeFocused()
  await expect(announced).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Ask for another code' }).click()
  await expect(announced).toBeAttached()
  await code.fill('000000')
  await authoriseButton(page).click()
  await expect(panel(page)).toContainText('OTP failed, please try again')
  await expect(announced).toHaveCount(0)
})
