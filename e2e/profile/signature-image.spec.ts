/** The signature that documents show: taken from a file or drawn in the profile. */
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { PHONE, problem, test } from '../scenes/portal-scene.ts'
import {
  askCanvas,
  canvasOf,
  drawLine,
  giveAddress,
  giveCurrent,
  inked,
  openDrawing,
  openProfile,
  pngOf,
  putImage,
  save,
  saved,
  storedImage,
  USER,
} from '../scenes/profile-scene.ts'

const IMAGE = '**/api/vidmobileusers/*/signatureimage'

const png = (name = 'mine.png') => ({ name, mimeType: 'image/png', buffer: pngOf(60) })

test.afterEach(async ({ scene }) => {
  for (const name of ['ana', 'biel'] as const) await putImage(scene, name, Buffer.alloc(0))
})

test('a signature from a file is looked at, saved before the data, shown, and deleted', async ({ page, scene }) => {
  await openProfile(page, scene)
  const puts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(request.url().replace(/.*\//, '') || 'user')
  })
  await page.getByRole('button', { name: 'New signature' }).click()
  await save(page).click()
  await expect(page.getByText('Choose a png, jpg or jpeg image')).toBeVisible()
  await expect(page.getByLabel('Image of your signature')).toBeFocused()
  const file = page.getByLabel('Image of your signature')
  await file.setInputFiles({ name: 'mine.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('This is no png or jpeg image.')).toBeVisible()
  await save(page).click()
  expect(puts).toEqual([])
  await file.setInputFiles(png('mine.PNG'))
  await expect(page.getByRole('img', { name: 'The image that was chosen' })).toBeVisible()
  await save(page).click()
  await saved(page)
  expect(puts).toEqual(['signatureimage', 'user'])
  await expect(page.getByRole('img', { name: 'Your signature at present' })).toBeVisible()
  expect(await sharp(await storedImage(scene, 'ana')).metadata()).toMatchObject({ width: 60, height: 20 })

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('The signature will be deleted when you save.')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('You have no signature image yet.')).toBeVisible()
  expect(await storedImage(scene, 'ana')).toHaveLength(0)
})

test('a dropped file is taken as a chosen one', { tag: '@full' }, async ({ page, scene }) => {
  await openProfile(page, scene)
  await page.getByRole('button', { name: 'New signature' }).click()
  // What the browser does itself when a file falls on such a field.
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'dropped.jpeg'))
    const field = document.querySelector('input[type=file]')
    field.files = data.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })()`)
  await expect(page.getByText('dropped.jpeg')).toBeVisible()
})

test('an image that the server refuses is told of under the image, and the data is not sent', async ({
  page,
  scene,
}) => {
  await openProfile(page, scene)
  await page.getByLabel('E-mail').fill('unsent@example.com')
  await giveCurrent(page)
  await page.getByRole('button', { name: 'New signature' }).click()
  const file = page.getByLabel('Image of your signature')
  await file.setInputFiles({ ...png(), buffer: png().buffer.subarray(0, 50) })
  await save(page).click()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('alert')).toHaveText('The image is damaged. Choose another one, or save it again.')
  expect((await scene.people.ana.call.user({})).email).not.toBe('unsent@example.com')
  await expect(page.getByLabel('E-mail')).toHaveValue('unsent@example.com')
  await file.setInputFiles(png())
  await expect(panel.getByRole('alert')).toBeHidden()
  await page.route(IMAGE, (route) =>
    route.request().method() === 'PUT' ? route.fulfill(problem(400, 'OTHER', 'Words of the server')) : route.continue(),
  )
  await save(page).click()
  await expect(panel.getByRole('alert')).toHaveText('Words of the server')
})

test(
  'when only the signature could be saved, that is said and only the rest is sent again',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openProfile(page, scene)
    await page.route(USER, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(problem(503, 'TEMPORARILY_UNAVAILABLE')) : route.continue(),
    )
    await page.getByRole('button', { name: 'New signature' }).click()
    await page.getByLabel('Image of your signature').setInputFiles(png())
    await page.getByLabel('E-mail').fill('later@example.com')
    await giveCurrent(page)
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('The signature was saved, the other data was not.')
    await expect(page.getByRole('img', { name: 'Your signature at present' })).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue('later@example.com')
    await page.unroute(USER)
    const puts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts.push(new URL(request.url()).pathname)
    })
    await save(page).click()
    await saved(page)
    expect(puts).toEqual(['/api/vidmobileuser/'])
    await giveAddress(scene, 'ana', 'ana@sandbox.example')
  },
)

test('a signature is drawn in blue, stroke by stroke, taken back, and kept on a clear ground', async ({
  page,
  scene,
}) => {
  await openProfile(page, scene)
  await openDrawing(page)
  await save(page).click()
  await expect(page.getByText('Draw your signature or type your name')).toBeVisible()
  expect(await askCanvas(page, 'canvas.clientHeight')).toBe(200)
  await drawLine(page, 60)
  const once = await inked(page)
  expect(once).toBeGreaterThan(100)
  await drawLine(page, 120)
  expect(await inked(page)).toBeGreaterThan(once)
  await page.getByRole('button', { name: 'Undo the last stroke' }).click()
  await expect.poll(() => inked(page)).toBe(once)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => inked(page)).toBe(0)
  await drawLine(page, 90)
  // What one tab holds is there when it is looked at again.
  await page.getByRole('tab', { name: 'From a file' }).click()
  await page.getByRole('tab', { name: 'Draw it' }).click()
  await expect.poll(() => inked(page)).toBeGreaterThan(100)
  await save(page).click()
  await saved(page)
  const kept = sharp(await storedImage(scene, 'ana'))
  expect(await kept.metadata()).toMatchObject({ format: 'png', hasAlpha: true })
  const { channels } = await kept.stats()
  expect([channels[3]!.min, channels[3]!.max, channels[2]!.max]).toEqual([0, 255, 255])
})

test('who cannot draw types a name, with the keyboard alone', async ({ page, scene }) => {
  await openProfile(page, scene, 'biel')
  await page.getByRole('button', { name: 'New signature' }).press('Enter')
  await page.getByRole('tab', { name: 'From a file' }).press('ArrowRight')
  await page.getByLabel('Or type your name').pressSequentially('Biel Ferrer')
  await expect(page.getByRole('img', { name: 'Field for your signature: with the name Biel Ferrer' })).toBeVisible()
  await expect.poll(() => inked(page)).toBeGreaterThan(1000)
  await page.getByLabel('Or type your name').press('Enter')
  await saved(page)
  const { width, height } = await sharp(await storedImage(scene, 'biel')).metadata()
  expect(width).toBeGreaterThan(2 * height)
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a finger draws sharp lines, and the page stays where it is', async ({ page, scene }) => {
    await openProfile(page, scene)
    await openDrawing(page)
    const facts = '[canvas.width / canvas.clientWidth, getComputedStyle(canvas).touchAction]'
    expect(await askCanvas(page, facts)).toEqual([2, 'none'])
    await canvasOf(page).scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate('scrollY')
    const box = (await canvasOf(page).boundingBox())!
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 60, y: box.y + y }],
      })
    await touch('touchStart', 160)
    for (const y of [130, 90, 50]) await touch('touchMove', y)
    await touch('touchEnd', 0)
    await expect.poll(() => inked(page)).toBeGreaterThan(100)
    expect(await page.evaluate('scrollY')).toBe(scrolled)
  })
})
