/** Somebody whose mails come back is told so by the portal, as nothing else reaches them. */
import { expect } from '@playwright/test'
import { look } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { giveAddress, giveCurrent, save, saved } from '../scenes/profile-scene.ts'

test('whose mails come back is told so on their screens, until they give another address', async ({ page, scene }) => {
  const { call } = scene.people.carla
  const before = (await call.user({})).email
  await giveAddress(scene, 'carla', `no-such-user+${crypto.randomUUID().slice(0, 8)}@people.test`)
  await scene.send({ signers: ['carla'] })
  await expect.poll(async () => (await call.memberships({})).EmailReturns).toBe(true)
  await openAs(page, scene, { name: 'carla', path: '/documents' })
  const notice = page.getByText('Mail to you comes back')
  await expect(notice).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await look(page)
  }
  await page.getByRole('link', { name: 'Give another address' }).press('Enter')
  await expect(page).toHaveURL(/\/profile$/)
  await expect(notice).toBeVisible()
  await page.getByLabel('E-mail').fill('carla@people.test')
  await giveCurrent(page)
  await save(page).click()
  await saved(page)
  await expect(notice).toBeHidden()
  await giveAddress(scene, 'carla', before)
})
