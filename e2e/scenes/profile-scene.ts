/** What tests of the profile have in common: the screen, its buttons, and the signature image that is stored. */
import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD, makePng, type DemoName, type Scene } from '@rubrica/testing'
import { openAs } from './portal-scene.ts'

export const USER = '**/api/vidmobileuser/'

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
export const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: 'Data updated' })).toBeVisible()
/** Asked for as soon as e-mail or password are other ones. */
export const giveCurrent = (page: Page, password = DEMO_PASSWORD) => page.getByLabel('Current password').fill(password)

/** A picture of a signature, so many dots wide. */
export const pngOf = (width: number) => Buffer.from(makePng({ width, height: 20 }))

const own = (scene: Scene, name: DemoName) => ({ legalid: scene.people[name].legalId })

/** Stores the signature image of somebody; none when it is empty. */
export const putImage = (scene: Scene, name: DemoName, bytes: Uint8Array) =>
  scene.people[name].call.putSignatureImage({
    params: own(scene, name),
    body: { SignatureImage: Buffer.from(bytes).toString('base64') },
  })
/** @returns no bytes when there is none */
export const storedImage = async (scene: Scene, name: DemoName) =>
  Buffer.from((await scene.people[name].call.signatureImage({ params: own(scene, name) })).SignatureImage, 'base64')

/** As an operator does it: nothing is to be proved of it. */
export const giveAddress = (scene: Scene, name: DemoName, email: string) =>
  scene.portal.server.database!.query('update users set email = $1, email_is_known = true where id = $2', [
    email,
    scene.people[name].userId,
  ])

export async function openProfile(page: Page, scene: Scene, name: DemoName = 'ana'): Promise<void> {
  await openAs(page, scene, { name, path: '/profile' })
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New signature' })).toBeVisible()
}

export async function openDrawing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New signature' }).click()
  await page.getByRole('tab', { name: 'Draw it' }).click()
}

export const canvasOf = (page: Page) => page.getByRole('img', { name: 'Field for your signature' })

/** A line across the field, at so many pixels from its top. */
export async function drawLine(page: Page, y: number): Promise<void> {
  await canvasOf(page).scrollIntoViewIfNeeded()
  const box = (await canvasOf(page).boundingBox())!
  await page.mouse.move(box.x + 40, box.y + y)
  await page.mouse.down()
  await page.mouse.move(box.x + 140, box.y + y + 20, { steps: 8 })
  await page.mouse.up()
}

/** Tells something about the field. */
export const askCanvas = <T>(page: Page, fact: string) =>
  page.evaluate<T>(`(() => { const canvas = document.querySelector('canvas'); return ${fact} })()`)

/** How many pixels of the field are inked. */
export const inked = (page: Page) =>
  askCanvas<number>(
    page,
    `canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
      .filter((value, index) => index % 4 === 3 && value > 0).length`,
  )
