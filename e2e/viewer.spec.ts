import { expect } from '@playwright/test'
import { makePdf } from '@rubrica/testing'
import { expectAccessible, openAs, PHONE, test } from './portal-scene.ts'

test('a deep link opens the document with its pages and its facts', async ({ page, scene }) => {
  const { guid } = await scene.send({
    signers: ['ana', 'biel'],
    pdf: makePdf({ pages: 6, text: 'Deep' }),
    signer: { reason: 'Because' },
    description: { fileName: 'Deep link.pdf' },
  })
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  await expect(page.getByRole('heading', { name: 'Deep link.pdf' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Page 1 of 6' })).toBeVisible()
  await expect(page.getByText('Because')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Signers' }).click()
  await expect(page.getByRole('table', { name: 'Signers' }).getByText('Unsigned')).toHaveCount(2)
  await expect(page.locator('time[datetime$="Z"]').first()).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/)
  await expectAccessible(page)
})

test('keys go to the last page, and a wrong page number is warned of', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 40 }) })
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  await expect(page.getByRole('img', { name: 'Page 1 of 40' })).toBeVisible()
  await page.getByRole('main').press('End')
  await expect(page.getByRole('img', { name: 'Page 40 of 40' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Page/ })).not.toHaveCount(40)
  const box = page.getByRole('textbox', { name: 'Go to page' })
  await box.fill('41')
  await box.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('from 1 to 40')
})

test('Sign waits until every page was on the screen', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 3 }), signer: { readAll: true } })
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await expect(page.getByText('1 of 3 pages viewed', { exact: true })).toBeVisible()
  await expect(sign).toBeDisabled()
  await expectAccessible(page)
  // A page that was left before it was painted does not count: wait until it was seen before going on.
  await page.getByRole('main').press('PageDown')
  await expect(page.getByText('2 of 3 pages viewed', { exact: true })).toBeVisible()
  await page.getByRole('main').press('PageDown')
  await expect(sign).toBeEnabled()
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('the facts come up as a sheet', async ({ page, scene }) => {
    const { guid } = await scene.send({ signers: ['ana'] })
    await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
    await expect(page.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await expect(page.getByRole('tab', { name: 'Signers' })).toBeVisible()
    await expectAccessible(page)
  })
})
