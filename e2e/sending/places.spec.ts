/** Placing signatures on the pages of what is being sent: by mouse, by keyboard alone and on a phone. */
import { expect, type Locator, type Page } from '@playwright/test'
import { makePdf, type Scene, trySigning, sampleOf } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { SENDER } from '../scenes/sent-scene.ts'

interface Wish {
  readonly name?: string
  readonly pages?: number
  readonly page?: string
  readonly people?: readonly string[]
}

/** A file and people, so that there is something to place and for whom. */
async function begin(page: Page, scene: Scene, wish: Wish = {}) {
  const { name = 'Placed.pdf', people = ['ana'], ...more } = wish
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await expect(page.getByRole('heading', { level: 1, name: 'Send' })).toBeVisible()
  const buffer = Buffer.from(makePdf({ text: name, ...more }))
  await page.getByLabel(/Choose PDF files/).setInputFiles([{ name, mimeType: 'application/pdf', buffer }])
  for (const person of people) {
    const field = page.getByRole('combobox', { name: 'Add somebody who signs' })
    await field.fill(person)
    await expect(page.getByRole('listbox', { name: 'Add somebody who signs' }).getByRole('option')).toHaveCount(1)
    await field.press('Enter')
  }
  const sheet = page.locator('[data-page="1"]')
  await expect(sheet.getByRole('img')).toBeVisible()
  await sheet.scrollIntoViewIfNeeded()
  return sheet
}

const boxes = (page: Page) => page.locator('[data-box] > button')
const left = (page: Page) => page.getByLabel('From the left')
const bottom = (page: Page) => page.getByLabel('From the bottom')

async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2)
  // With Alt nothing goes to a line that is near, and the box is where the pointer is.
  await page.keyboard.down('Alt')
  await page.mouse.move(from.x + by.x, from.y + by.y)
  await page.mouse.up()
  await page.keyboard.up('Alt')
}

/** Sends, and returns the ids of the document and of its first signer. */
async function send(page: Page) {
  const sending = page.waitForResponse((answer) => answer.url().includes('/v1/dispatches'))
  await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click()
  const answer = await sending
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { documents: { guid: string }[] }).documents[0]!.guid
}

async function ask(scene: Scene, path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${scene.people[SENDER].token}` }
  return fetch(`${scene.portal.url}/api/v1/documents/${path}`, { headers })
}

async function lastRectangle(scene: Scene, guid: string): Promise<number[]> {
  const pdf = Buffer.from(await (await ask(scene, `${guid}/content`)).arrayBuffer()).toString('latin1')
  const found = [...pdf.matchAll(/\/Subtype\s*\/Widget[^]*?\/Rect\s*\[([^\]]+)\]/g)].at(-1)
  return found![1]!.trim().split(/\s+/).map(Number)
}

/** How the page is laid out by the file, and where a box that is seen at such shares of the page stands in it. */
const LAYOUTS = [
  { what: 'as it is', page: '', size: [595, 842], toFile: (x: number, y: number) => [x, y] },
  {
    what: 'turned by a quarter and cropped',
    page: '/Rotate 90 /CropBox [50 100 450 700]',
    size: [600, 400],
    toFile: (x: number, y: number) => [450 - y, 100 + x],
  },
  {
    what: 'turned upside down',
    page: '/Rotate 180 /CropBox [20 30 520 730]',
    size: [500, 700],
    toFile: (x: number, y: number) => [520 - x, 730 - y],
  },
] as const

for (const { what, page: entries, size, toFile } of sampleOf(LAYOUTS, 2)) {
  test(`on a page ${what}, the signature stands where its box was dropped with the mouse`, async ({ page, scene }) => {
    const sheet = await begin(page, scene, { page: entries })
    const area = (await sheet.boundingBox())!
    await sheet.click({ position: { x: area.width / 2, y: area.height / 2 } })
    await expect(boxes(page)).toHaveCount(1)
    const box = boxes(page).first()
    const middle = async (of: Locator) => {
      const { x, y, width, height } = (await of.boundingBox())!
      return { x: x + width / 2, y: y + height / 2 }
    }
    const before = await middle(box)
    await drag(page, before, { x: 40, y: 60 })
    const after = await middle(box)
    expect(Math.abs(after.x - before.x - 40)).toBeLessThan(1)
    expect(Math.abs(after.y - before.y - 60)).toBeLessThan(1)
    // The lower right corner makes it larger.
    const corner = page.locator('[data-box] > span').last()
    await drag(page, await middle(corner), { x: 20, y: 10 })
    const [drawn, edge] = [(await box.boundingBox())!, (await sheet.boundingBox())!]
    const scale = size[0] / edge.width
    const seen = [drawn.x - edge.x, edge.height - (drawn.y - edge.y) - drawn.height, drawn.width, drawn.height]
    const [x, y, width, height] = seen.map((value) => value * scale) as [number, number, number, number]
    const corners = [toFile(x, y), toFile(x + width, y + height)] as const
    const wanted = [
      Math.min(corners[0][0]!, corners[1][0]!),
      Math.min(corners[0][1]!, corners[1][1]!),
      Math.max(corners[0][0]!, corners[1][0]!),
      Math.max(corners[0][1]!, corners[1][1]!),
    ]
    const guid = await send(page)
    const isThere = async () => {
      const found = await lastRectangle(scene, guid)
      for (const [index, value] of wanted.entries()) expect(Math.abs(found[index]! - value)).toBeLessThan(1)
    }
    await isThere()
    const { signers } = (await (await ask(scene, guid)).json()) as { signers: { guid: string }[] }
    expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
    await isThere()
  })
}

test(
  'by keyboard alone a box is placed, moved, resized, copied to all pages and removed, and each is said',
  { tag: '@full' },
  async ({ page, scene }) => {
    await begin(page, scene, { pages: 3, people: ['ana', 'carla'] })
    await page.getByRole('radio', { name: /Carla/ }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Place on page 1' }).focus()
    await page.keyboard.press('Enter')
    const box = boxes(page).first()
    await box.focus()
    const said = page.getByRole('status').filter({ hasText: /^Signature 1 of Carla/ })
    const [x, y] = [Number(await left(page).inputValue()), Number(await bottom(page).inputValue())]
    for (const key of ['ArrowRight', 'Shift+ArrowUp']) await page.keyboard.press(key)
    await expect(left(page)).toHaveValue(String(x + 1))
    await expect(bottom(page)).toHaveValue(String(y + 10))
    await expect(said).toContainText(`page 1, ${Math.round(x + 1)}, ${Math.round(y + 10)}`)
    for (const key of ['Alt+ArrowRight', 'Alt+Shift+ArrowDown']) await page.keyboard.press(key)
    await expect(page.getByLabel('Width')).toHaveValue('181')
    await expect(page.getByLabel('Height')).toHaveValue('50')
    await page.keyboard.press('Control+d')
    await expect(page.getByRole('button', { name: /^Signature 3 of Carla.*page 3/ }).first()).toBeVisible()
    await box.focus()
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    const list = page.getByRole('region', { name: 'Placed', exact: true }).getByRole('button')
    await expect(list).toHaveCount(4)
    await boxes(page).first().focus()
    await page.keyboard.press('Delete')
    await expect(list).toHaveCount(3)
    await expect(page.getByRole('region', { name: /^Pages of/ })).toBeFocused()
  },
)

test(
  'numbers place a box exactly, keep it on the page, and give it to somebody else',
  { tag: '@full' },
  async ({ page, scene }) => {
    await begin(page, scene, { people: ['ana', 'carla'] })
    await page.getByRole('button', { name: 'Place on page 1' }).click()
    await left(page).fill('60')
    await left(page).press('Enter')
    await bottom(page).fill('5000')
    await bottom(page).press('Enter')
    await expect(bottom(page)).toHaveValue('782')
    const panel = page.getByRole('region', { name: 'Selected box' })
    await panel.getByLabel('Whose signature').selectOption({ label: '2 · Carla Núñez Ortega' })
    await expect(boxes(page).first()).toHaveAccessibleName(/^Signature 1 of Carla.*, page 1, 60, 782$/)
  },
)

test('several boxes are selected, aligned and moved together', { tag: '@full' }, async ({ page, scene }) => {
  const sheet = await begin(page, scene)
  const { width, height } = (await sheet.boundingBox())!
  for (const share of [0.2, 0.4]) {
    await sheet.click({ position: { x: width * (share + 0.1), y: height * share } })
  }
  await expect(boxes(page)).toHaveCount(2)
  await boxes(page)
    .first()
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('2 boxes selected')).toBeVisible()
  await page.getByRole('button', { name: 'Align on the left' }).click()
  const leftOf = async (index: number) => Math.round((await boxes(page).nth(index).boundingBox())!.x)
  expect(await leftOf(0)).toBe(await leftOf(1))
  // Without Shift, as by a finger: each press takes in or out, by key too, and one beside the boxes adds none.
  const several = page.getByRole('button', { name: 'Select several' })
  await several.click()
  await boxes(page).first().click()
  await expect(page.getByText('2 boxes selected')).toHaveCount(0)
  await expect(boxes(page).first()).toHaveAttribute('aria-pressed', 'false')
  await boxes(page).first().press('Enter')
  await expect(page.getByText('2 boxes selected')).toBeVisible()
  await sheet.click({ position: { x: width * 0.2, y: height * 0.8 } })
  await expect(boxes(page)).toHaveCount(2)
  const before = await leftOf(1)
  await several.click()
  await boxes(page).first().click()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => leftOf(0)).toBeGreaterThan(before)
  expect(await leftOf(1)).toBe(before)
})

test('words of the document place a signature, and those that are not there are told when it is sent', async ({
  page,
  scene,
}) => {
  await begin(page, scene, { name: 'The director.pdf' })
  const words = page.getByLabel('Or below these words of the document')
  await words.fill('Nobody wrote this')
  await page.getByRole('button', { name: 'Place below the words' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('The words that place a signature are not on the pages 1 to 1.')).toBeVisible()
  await page.getByRole('button', { name: /^Remove Ana.*Nobody wrote this/ }).click()
  await words.fill('the director')
  await words.press('Enter')
  const [x, y] = await lastRectangle(scene, await send(page))
  expect(Math.abs(x! - 72)).toBeLessThan(3)
  expect(Math.abs(y! - 697)).toBeLessThan(4)
})

test('a file that its author certified says that no place is seen on it; one that is signed takes one of each', async ({
  page,
  scene,
}) => {
  const finding = async (code: string) => {
    await page.route('**/api/v1/files*', async (route) => {
      const answer = await route.fetch()
      const file = (await answer.json()) as object
      await route.fulfill({ response: answer, json: { ...file, findings: [{ code, detail: '' }] } })
    })
  }
  await finding('SIGNED')
  const sheet = await begin(page, scene)
  await sheet.click()
  await expect(page.getByText('each person has one place on it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place on page 1' })).toBeDisabled()
  await page.unroute('**/api/v1/files*')
  await page.getByRole('button', { name: 'Remove Placed.pdf' }).click()
  await finding('CERTIFIED')
  const buffer = Buffer.from(makePdf())
  await page.getByLabel(/Choose PDF files/).setInputFiles([{ name: 'c.pdf', mimeType: 'application/pdf', buffer }])
  await expect(page.getByText('Its author certified this document')).toBeVisible()
})

test('of 500 pages only those near the window are there and asked for, and any of them is reached', async ({
  page,
  scene,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const found = /\/files\/[^/]+\/pages\/(\d+)\?/.exec(request.url())
    if (found) asked.add(found[1]!)
  })
  await begin(page, scene, { pages: 500 })
  const number = page.getByLabel('Go to page')
  await number.fill('400')
  await number.press('Enter')
  await expect(page.locator('[data-page="400"]').getByRole('img')).toBeVisible()
  await page.getByRole('button', { name: 'Place on page 400' }).click()
  await expect(boxes(page)).toHaveAccessibleName(/page 400/)
  expect(asked.size).toBeLessThan(12)
  expect(await page.locator('[data-page]').count()).toBeLessThan(6)
})

for (const { width, language, use } of looksOf(import.meta.filename)) {
  test.describe(`${width} px in ${language}`, () => {
    test.use(use)
    test('boxes are placed with a press and moved with buttons; the page is accessible', async ({ page, scene }) => {
      const sheet = await begin(page, scene, { pages: 2, people: ['ana', 'carla'] })
      const { width: across, height } = (await sheet.boundingBox())!
      if ('hasTouch' in use) await sheet.tap({ position: { x: across / 2, y: height / 4 } })
      else await sheet.click({ position: { x: across / 2, y: height / 4 } })
      await expect(boxes(page)).toHaveCount(1)
      await page.getByRole('radio', { name: /Carla/ }).check()
      await page.getByRole('button', { name: 'Place on page 1' }).click()
      await expect(boxes(page)).toHaveCount(2)
      await page.getByRole('button', { name: 'Select several' }).click()
      const press = 'hasTouch' in use ? 'tap' : 'click'
      await boxes(page).first()[press]()
      await expect(page.getByText('2 boxes selected')).toBeVisible()
      await boxes(page).first()[press]()
      await expect(page.getByText('2 boxes selected')).toHaveCount(0)
      const up = page.getByRole('button', { name: 'Move up' })
      if (await up.isVisible()) {
        const before = Number(await bottom(page).inputValue())
        await up.click()
        await expect(bottom(page)).toHaveValue(String(before + 4))
        await expect(up).toBeInViewport({ ratio: 1 })
      }
      await look(page)
    })
  })
}
