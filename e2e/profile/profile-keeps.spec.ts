/** What people have in the profile stays theirs: their place on the screen, their drawing, their file, their e-mail. */
import { writeFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '@rubrica/testing'
import sharp from 'sharp'
import { holdRequests, openAs, test } from '../scenes/portal-scene.ts'
import {
  canvasOf,
  drawLine,
  giveAddress,
  giveCurrent,
  inked,
  openDrawing,
  pngOf,
  putImage,
  save,
  saved,
  storedImage,
  USER,
} from '../scenes/profile-scene.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.beforeEach(async ({ scene, page }) => {
  await putImage(scene, 'ana', pngOf(60))
  await openAs(page, scene, { name: 'ana', path: '/profile' })
  await expect(page.getByRole('img', { name: 'Your signature at present' })).toBeVisible()
})

test('the focus goes on to what took the place of the button that was pressed', { tag: '@full' }, async ({ page }) => {
  await button(page, 'New signature').press('Enter')
  await expect(page.getByRole('tab', { name: 'From a file' })).toBeFocused()
  await button(page, 'Keep the present one').press('Enter')
  await expect(button(page, 'New signature')).toBeFocused()
  await button(page, 'Delete').press('Enter')
  await expect(button(page, 'Keep the present one')).toBeFocused()
  await button(page, 'New signature').press('Enter')
  await expect(page.getByRole('tab', { name: 'From a file' })).toBeFocused()
})

test(
  'saving gives the focus back, or to the screen when what had it can no longer be pressed',
  { tag: '@full' },
  async ({ page }) => {
    const email = page.getByLabel('E-mail')
    const before = await email.inputValue()
    const release = await holdRequests(page, USER)
    await email.fill('other@example.com')
    await giveCurrent(page)
    await email.press('Enter')
    await expect(email).toBeDisabled()
    release()
    await saved(page)
    await expect(email).toBeFocused()
    await page.unroute(USER)
    await email.fill(before)
    await giveCurrent(page)
    await save(page).press('Enter')
    await expect(save(page)).toBeDisabled()
    await expect(page.getByRole('main')).toBeFocused()
  },
)

test('a drawing that a typed name stood in for comes back when the name goes', async ({ page }) => {
  const canvas = canvasOf(page)
  await openDrawing(page)
  await drawLine(page, 60)
  await page.getByLabel('Or type your name').fill('Ana')
  await expect(canvas).toHaveAccessibleName(/with the name Ana$/)
  await expect(button(page, 'Undo the last stroke')).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Or type your name').fill('')
  await expect(canvas).toHaveAccessibleName(/with a drawing$/)
  await expect.poll(() => inked(page)).toBeGreaterThan(0)
})

test('a file that was made anew under its name is taken when it is chosen again', async ({ page, scene }, info) => {
  const path = info.outputPath('mine.png')
  const choose = async (width: number) => {
    writeFileSync(path, pngOf(width))
    const asked = page.waitForEvent('filechooser')
    await page.getByLabel('Image of your signature').click()
    await (await asked).setFiles(path)
    const chosen = page.getByRole('img', { name: 'The image that was chosen' })
    await expect(chosen).toHaveJSProperty('naturalWidth', width)
  }
  await button(page, 'New signature').click()
  await choose(40)
  await choose(80)
  await save(page).click()
  await saved(page)
  expect((await sharp(await storedImage(scene, 'ana')).metadata()).width).toBe(80)
})

test('a browser that makes no picture of a drawing takes the stored one away from nobody', async ({ page, scene }) => {
  await page.evaluate('HTMLCanvasElement.prototype.toBlob = (tell) => tell(null)')
  await openDrawing(page)
  await page.getByLabel('Or type your name').fill('Ana')
  await save(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  expect(await storedImage(scene, 'ana')).not.toHaveLength(0)
})

test(
  'an e-mail that was changed elsewhere shows, and what is saved here leaves it alone',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { call } = scene.people.ana
    const before = (await call.user({})).email
    await page.getByRole('button', { name: 'Account of ana' }).click()
    await page.getByRole('menuitem', { name: 'Certificates' }).click()
    // The clock stands still from then on, which no screen may be waiting for.
    await expect(page.getByRole('heading', { name: 'Certificates' })).toBeVisible()
    await call.updateUser({ body: { email: 'elsewhere@example.com', currentpassword: DEMO_PASSWORD } })
    // Long enough for what the portal remembers to be asked for again.
    await page.clock.setFixedTime(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Account of ana' }).click()
    await page.getByRole('menuitem', { name: 'Update data' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue('elsewhere@example.com')
    await expect(page.getByText('Nothing has been changed.')).toBeVisible()
    await call.updateUser({ body: { email: 'later@example.com', currentpassword: DEMO_PASSWORD } })
    await button(page, 'Delete').click()
    await save(page).click()
    await saved(page)
    expect((await call.user({})).email).toBe('later@example.com')
    await giveAddress(scene, 'ana', before)
  },
)
