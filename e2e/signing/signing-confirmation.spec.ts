import { expect } from '@playwright/test'
import { decidePush, linkAccount, PROVIDER_PIN } from '@rubrica/testing'
import { pinIn } from '../scenes/batch-scene.ts'
import { expectAccessible, test } from '../scenes/portal-scene.ts'
import {
  allowTypes,
  codeIn,
  expectSigned,
  noteSteps,
  openDialog,
  openSeveral,
  showAll,
  signButton,
} from '../scenes/signing-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

test.afterAll(({ scene }) => restorePeople(scene))

test.describe.configure({ mode: 'serial' })

test('a certificate without PIN signs after a confirmation, which tells how many documents', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'ana', ['RedTrust'])
  await linkAccount(scene, 'ana', 'redtrust')
  const without = await openDialog(page, scene, { name: 'ana', alias: 'ana-nopin' })
  await expect(page.getByRole('dialog')).toContainText('This certificate asks for no PIN')
  await expect(pinIn(page)).toHaveCount(0)
  await expect(signButton(page)).toBeFocused()
  await expectAccessible(page)
  await signButton(page).click()
  await expectSigned(page, scene, without)

  await openSeveral(page, scene, { name: 'ana', alias: 'ana-nopin', count: 3, prefix: 'RedTrust' })
  await expect(page.getByRole('dialog')).toContainText('sign the 3 documents')
})

test('a phone is waited for, and the document is signed as soon as it has accepted', async ({ page, scene }) => {
  await allowTypes(scene, 'ana', ['FirmaRemota'])
  await linkAccount(scene, 'ana', 'firmaremota')
  const steps = noteSteps(page)
  const sent = await openDialog(page, scene, { name: 'ana', alias: 'Ana Vidal Serra (app)' })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('confirmed on your phone. Press “Sign”, then accept there.')
  await expect(codeIn(page)).toHaveCount(0)
  await signButton(page).click()
  await expect(dialog.getByRole('heading', { name: 'Accept on your phone' })).toBeVisible()
  await expectAccessible(page)
  await decidePush(scene, 'accept')
  await expectSigned(page, scene, sent)
  await expect.poll(() => steps.at(-1)).toBe('DELETE vidmobileuser/firmaremotaauth/session/')
})

test('who no longer waits for the phone comes back to the question, and a refusal on the phone is said', async ({
  page,
  scene,
}) => {
  await openDialog(page, scene, { name: 'ana', alias: 'Ana Vidal Serra (app)' })
  await signButton(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Accept on your phone' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(signButton(page)).toBeVisible()
  await signButton(page).click()
  await expect(dialog.getByRole('heading', { name: 'Accept on your phone' })).toBeVisible()
  await decidePush(scene, 'refuse')
  await expect(dialog).toContainText('You refused it on your phone')
  await expectAccessible(page)
})

test(
  'certificates that a provider has disabled are listed apart, and those for one document say so',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openSeveral(page, scene, { name: 'ana', count: 2, prefix: 'Limits' })
    const dialog = page.getByRole('dialog')
    await showAll(page)
    await dialog.getByText('1 cannot sign now').click()
    const unable = dialog.getByRole('listitem').filter({ hasText: '(disabled)' })
    await expect(unable).toHaveText(/Not usable TrustPRO has locked or suspended it/)
    await dialog.getByRole('radio', { name: /\(single\).*Not available for several documents/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const warning = page.getByRole('alertdialog', { name: 'This certificate is not available for several documents' })
    await expect(warning).toContainText('signs 1 document at a time')
    await warning.getByRole('button', { name: 'Use another certificate' }).click()
    await showAll(page)
    await dialog.getByRole('radio', { name: /\(pin\)/ }).check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await pinIn(page).fill(PROVIDER_PIN)
    await pinIn(page).press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test('a software certificate sends its PIN under a name of its own', async ({ page, scene }) => {
  await allowTypes(scene, 'ana', ['Software'])
  const { call, legalId } = scene.people.ana
  const body = { certalias: 'Issued', pin: 'my own PIN', certtype: 'software' }
  await call.uploadCertificate({ params: { legalid: legalId }, body })
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('/signature/software/')) bodies.push(request.postDataJSON())
  })
  const issued = await openDialog(page, scene, { name: 'ana' })
  await pinIn(page).fill('my own PIN')
  await pinIn(page).press('Enter')
  await expectSigned(page, scene, issued)
  expect(bodies).toMatchObject([{ PinAuthentication: 'my own PIN', AccessMethod: 'USER_PASS' }])
})
