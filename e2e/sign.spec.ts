import { expect } from '@playwright/test'
import { askPdfsig } from '@rubrica/testing'
import { expectAccessible, openAs, test } from './portal-scene.ts'

test('a document is signed with the PIN of the only certificate', async ({ page, scene }) => {
  const sent = await scene.send({ signers: ['carla'], description: { fileName: 'To sign.pdf' } })
  await openAs(page, scene, { name: 'carla', path: `/documents/${sent.guid}` })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const pin = dialog.getByLabel('PIN of the certificate')
  await expect(dialog.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
  await expectAccessible(page)

  await pin.fill('not the PIN')
  await pin.press('Enter')
  await expect(dialog.getByText(/Incorrect PIN, please try again.*4 tries left/)).toBeVisible()
  await expect(pin).toHaveValue('')
  await expectAccessible(page)

  await pin.fill(scene.people.carla.pin)
  await pin.press('Enter')
  await expect(page.getByRole('status').getByText('The document was signed')).toBeVisible()
  await expect(page).toHaveURL(/\/documents$/)
  await expect(page.getByText('To sign.pdf')).toHaveCount(0)
  const { verdicts } = await askPdfsig(await scene.download(sent))
  expect(verdicts).toEqual(['Signature is Valid.'])
})

test('an answer lost on the way is not shown as a conflict', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['carla'] })
  await openAs(page, scene, { name: 'carla', path: `/documents/${guid}` })
  let lost = 0
  await page.route('**/signature/keyvault/**', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
  await pin.fill(scene.people.carla.pin)
  await pin.press('Enter')
  await expect(page.getByRole('status').getByText('The document was signed')).toBeVisible()
  expect(lost).toBe(2)
})
