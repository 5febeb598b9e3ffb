/** One press of Send, whole: three files to five people in two stages, in each of the ways a person may work. */
import { expect, type Locator, type Page } from '@playwright/test'
import { makePdf, sampleOf, type Scene } from '@rubrica/testing'
import { operate } from '../scenes/allow-types.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { SENDER } from '../scenes/sent-scene.ts'

/** One more than the demo has. He has no key, which keeps nobody from asking him. */
const NEWCOMERS = [{ userId: 'eloi', name: 'Eloi Pons Riu', legalId: '22222222J' }] as const
/** Somebody without an account. */
const GUEST = { name: 'Gemma Guest', email: 'gemma@elsewhere.test' } as const
const FIRST = ['ana', 'carla'] as const
const SECOND = ['eloi', 'biel'] as const

/** How a person gets about the page. */
interface Hands {
  readonly press: (target: Locator) => Promise<void>
  readonly chooseFiles: (page: Page, names: readonly string[]) => Promise<void>
  readonly moveToSecond: (page: Page, name: string) => Promise<void>
  readonly place: (page: Page) => Promise<void>
}

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf({ text: name, pages: 2 })),
})
const fileInput = (page: Page) => page.getByLabel(/Choose PDF files/)
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name} to another stage` })
const stage = (page: Page, number: number) => page.getByRole('region', { name: `Stage ${number}` })
const firstPage = (page: Page) => page.locator('[data-page="1"]')

/** Goes on with the Tab key until this has the focus, as somebody does who has no mouse. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 300; steps += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not lead to ${String(target)}`)
}

async function choose(page: Page, names: readonly string[], open: () => Promise<void>): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await open()
  await (await choosing).setFiles(names.map(pdf))
}

const byMouse: Hands = {
  press: (target) => target.click(),
  chooseFiles: (page, names) => choose(page, names, () => page.getByText(/Choose PDF files/).click()),
  moveToSecond: async (page, name) => {
    await handle(page, name).hover()
    await page.mouse.down()
    await page.mouse.move(0, 0)
    const target = page.locator('[data-stage="2"]')
    await target.scrollIntoViewIfNeeded()
    await target.hover({ force: true })
    await page.mouse.up()
  },
  place: async (page) => {
    await firstPage(page).scrollIntoViewIfNeeded()
    await firstPage(page).click({ position: { x: 150, y: 150 } })
  },
}

const byKeyboard: Hands = {
  press: async (target) => {
    await tabTo(target)
    await target.page().keyboard.press('Enter')
  },
  chooseFiles: (page, names) =>
    choose(page, names, async () => {
      await tabTo(fileInput(page))
      await page.keyboard.press('Enter')
    }),
  moveToSecond: async (page, name) => {
    await tabTo(handle(page, name))
    await page.keyboard.press('ArrowDown')
    await expect(handle(page, name)).toBeFocused()
  },
  place: async (page) => {
    await tabTo(page.getByRole('button', { name: 'Place on page 1' }))
    await page.keyboard.press('Enter')
  },
}

const byFinger: Hands = {
  press: (target) => target.tap(),
  chooseFiles: (page, names) => choose(page, names, () => page.getByText(/Choose PDF files/).tap()),
  moveToSecond: async (page, name) => {
    await page.getByLabel(`When ${name} signs`).selectOption({ label: 'Stage 2' })
  },
  place: async (page) => {
    await firstPage(page).scrollIntoViewIfNeeded()
    await firstPage(page).tap({ position: { x: 120, y: 120 } })
  },
}

async function addPerson(page: Page, hands: Hands, label: string, userId: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await hands.press(field)
  await page.keyboard.type(userId)
  const option = page.getByRole('listbox', { name: label }).getByRole('option')
  await expect(option).toHaveCount(1)
  if (hands === byKeyboard) await page.keyboard.press('Enter')
  else await hands.press(option)
}

async function addGuest(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Add a person without an account' }))
  const dialog = page.getByRole('dialog', { name: 'Add a person without an account' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(GUEST.name)
  await hands.press(dialog.getByLabel('E-mail address'))
  await page.keyboard.type(GUEST.email)
  await hands.press(dialog.getByRole('button', { name: 'Add person' }))
  await expect(stage(page, 1).getByText(`${GUEST.email} · no account`)).toBeVisible()
}

/** Everything that the sender does. @returns what the names of the files begin with */
async function sendThreeToFive(page: Page, scene: Scene, hands: Hands): Promise<string> {
  const prefix = `Journey ${crypto.randomUUID().slice(0, 8)}`
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await expect(page.getByRole('heading', { level: 1, name: 'Send' })).toBeVisible()
  await hands.chooseFiles(
    page,
    ['one', 'two', 'three'].map((number) => `${prefix} ${number}.pdf`),
  )
  await expect(page.getByText('2 pages', { exact: true })).toHaveCount(3)
  for (const userId of FIRST) await addPerson(page, hands, 'Add somebody who signs', userId)
  await addGuest(page, hands)
  for (const userId of SECOND) await addPerson(page, hands, 'Add somebody who signs', userId)
  for (const name of ['Eloi Pons Riu', 'Biel Roca Puig']) await hands.moveToSecond(page, name)
  await expect(stage(page, 2).getByText(/^(?:eloi|biel) · @/)).toHaveCount(2)
  await hands.press(page.getByText('More for Carla Núñez Ortega'))
  await addPerson(page, hands, 'Add somebody who approves first', 'biel')
  await expect(firstPage(page).getByRole('img')).toBeVisible()
  await hands.place(page)
  await expect(page.locator('[data-box]')).toHaveCount(1)
  await expect(page.getByText('Saved as a draft')).toBeVisible()
  await page.reload()
  await expect(stage(page, 1).getByText(/^(?:ana|carla) · @/)).toHaveCount(2)
  await expect(stage(page, 1).getByText(`${GUEST.email} · no account`)).toBeVisible()
  await expect(page.locator('[data-box]')).toHaveCount(1)
  await hands.press(page.getByRole('main').getByRole('button', { name: 'Send', exact: true }))
  await expect(page.getByRole('status').filter({ hasText: '3 documents were sent' })).toBeVisible()
  await expect(page.getByRole('link', { name: `${prefix} three.pdf`, exact: true })).toBeVisible()
  return prefix
}

async function expectAsked(scene: Scene, prefix: string): Promise<void> {
  const { call } = scene.people[SENDER]
  const { data } = await call.sentDocuments({ query: { fileName: prefix } })
  expect(data.map(({ fileName }) => fileName).toSorted()).toEqual(
    ['one', 'three', 'two'].map((number) => `${prefix} ${number}.pdf`),
  )
  for (const { guid } of data) {
    const { signers } = await call.sentDocumentStatus({ params: { docGuid: guid } })
    const asked = signers.map((one) => `${one.stage} ${one.guest?.email ?? one.userId} ${one.state}`).toSorted()
    const first = ['1 ana pending', '1 carla waiting', `1 ${GUEST.email} pending`]
    expect(asked).toEqual([...first, '2 biel waiting', '2 eloi waiting'])
    const approvers = signers.flatMap((one) => one.approvers.map(({ userId }) => `${userId} before ${one.userId}`))
    expect(approvers).toEqual(['biel before carla'])
  }
}

const added = new WeakSet<Scene>()

test.beforeEach(async ({ scene }) => {
  if (added.has(scene)) return
  for (const { userId, name, legalId } of NEWCOMERS) {
    const facts = ['--name', name, '--legal-id', legalId, '--email', `${userId}@example.com`, '--subscription', 'Demo']
    await operate(scene, ['user', 'add', userId, ...facts, '--language', 'en'], 'Nothing-1-secret')
  }
  added.add(scene)
})

const HANDS = [
  { how: 'by keyboard alone', hands: byKeyboard },
  { how: 'by mouse', hands: byMouse },
] as const
for (const { how, hands } of sampleOf(HANDS, 2)) {
  test(`three files go to five people in two stages, one of them without an account, ${how}, over a reload`, async ({
    page,
    scene,
  }) => {
    await expectAsked(scene, await sendThreeToFive(page, scene, hands))
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test(
    'three files go to five people in two stages, one of them without an account, by finger, over a reload',
    { tag: '@full' },
    async ({ page, scene }) => {
      await expectAsked(scene, await sendThreeToFive(page, scene, byFinger))
    },
  )
})
