import { expect, type Page } from '@playwright/test'
import { openAs, test } from '../scenes/portal-scene.ts'

const keepIn = (page: Page, values: Record<string, string>) =>
  page.addInitScript({
    content: `for (const [key, value] of Object.entries(${JSON.stringify(values)})) sessionStorage.setItem(key, value)`,
  })

const APPEARANCE = {
  PrimaryColor: '#aa0011',
  PrimaryTextColor: '#ffffff',
  SecondaryColor: '#00629b',
  SecondaryTextColor: '#ffffff',
  Logo: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
}
const color = (page: Page, name: string) =>
  page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('${name}')`)

test('the portal wears the colours and the logo of the subscription; hover is the secondary colour darker by 40', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['biel'] })
  await keepIn(page, { appearanceConf: Buffer.from(JSON.stringify(APPEARANCE)).toString('base64') })
  await openAs(page, scene, { name: 'biel', path: '/documents' })
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', APPEARANCE.Logo)
  expect(await color(page, '--brand')).toBe('#aa0011')
  await page.goto(`${scene.portal.url}/documents/${guid}`)
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await expect(sign).toBeEnabled()
  await expect(sign).toHaveCSS('background-color', 'rgb(0, 98, 155)')
  await expect(sign).toHaveCSS('color', 'rgb(255, 255, 255)')
  await sign.hover()
  await expect(sign).toHaveCSS('background-color', 'rgb(0, 58, 115)')
})

test('without one it is #00bf71 with the default logo, and white on its nearest readable shade', async ({
  page,
  scene,
}) => {
  await page.goto(scene.portal.url)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  for (const name of ['--brand', '--action']) expect(await color(page, name)).toBe('#00bf71')
  // What carries text is the nearest shade of it that can be read, darker by 40 under the pointer.
  await page.getByLabel('User', { exact: true }).fill('ana')
  await page.getByLabel('Password', { exact: true }).fill('x')
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect(submit).toHaveCSS('background-color', 'rgb(0, 134, 79)')
  await expect(submit).toHaveCSS('color', 'rgb(255, 255, 255)')
  await submit.hover()
  await expect(submit).toHaveCSS('background-color', 'rgb(0, 94, 39)')
  await openAs(page, scene, { name: 'biel', path: '/documents' })
  await expect(page.getByRole('banner').getByRole('link').first().locator('svg')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCSS('border-top-color', 'rgb(0, 191, 113)')
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
})

test('a screen on its way shows a loader of size 150 in the green of the theme', async ({ page, scene }) => {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/login-screen*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(scene.portal.url)
  const loader = page.getByRole('status').locator('svg')
  await expect(loader).toHaveCSS('color', 'rgb(0, 191, 113)')
  expect(await loader.boundingBox()).toMatchObject({ width: 150, height: 150 })
  arrive()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(loader).toHaveCount(0)
})
