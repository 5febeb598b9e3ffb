/** What may be changed after sending: each cell of the table, and each change as a person makes it. */
import { expect, type Page } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { makePdf, trySigning, type Scene } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { happened, SENDER, sendAs } from '../scenes/sent-scene.ts'

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const people = (page: Page) => page.getByRole('region', { name: 'People' }).getByRole('listitem')
const choose = async (page: Page, menu: string, entry: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

type Sent = Awaited<ReturnType<typeof sendAs>>

/** Ana signs first; then Biel, whom Carla has to approve; then Carla. */
const send = (scene: Scene) =>
  sendAs(scene, SENDER, {
    fileName: 'Lease.pdf',
    signers: [
      { userId: 'ana', stage: 1, positions: [{ page: 1, x: 60, y: 80, width: 180, height: 60 }] },
      { userId: 'biel', stage: 2, approvers: [{ userId: 'carla' }] },
      { userId: 'carla', stage: 3 },
    ],
  })

const show = async (page: Page, scene: Scene, { guid }: Sent) => {
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  await expect(page.getByRole('heading', { level: 1, name: 'Lease.pdf' })).toBeVisible()
}

/** The entries of a menu, and none where the menu is not there. */
async function entriesOf(page: Page, menu: string): Promise<string[]> {
  const button = page.getByRole('button', { name: menu, exact: true })
  if ((await button.count()) === 0) return []
  await button.click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const entries = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return entries.map((entry) => entry.trim())
}

const PERSON = ['Change person', 'Approvers', 'Reason and terms', 'Move to another stage']
const ALWAYS = ['Duplicate', 'Verification code', 'Download the original', 'Download everything (ZIP)']

/** How far a document is, each from the one before, and what may be changed of it then. */
const STANDINGS: readonly {
  readonly what: string
  readonly act: (scene: Scene, document: Sent) => Promise<unknown>
  readonly document: readonly string[]
  readonly signer: readonly string[]
  readonly adding: 'Add a signer' | 'Duplicate' | undefined
}[] = [
  {
    what: 'nobody acted',
    act: () => Promise.resolve(),
    document: ['Edit', 'Move places', 'Attach a file', ...ALWAYS],
    signer: [...PERSON, 'Remove'],
    adding: 'Add a signer',
  },
  {
    what: 'somebody approved',
    act: ({ people: { carla } }, { signers }) =>
      carla.call.acceptApproval({ params: { approverGuid: signers[1]!.approvers[0]!.guid } }),
    document: ['Edit', 'Move places', 'Attach a file', ...ALWAYS],
    signer: [...PERSON, 'Remove'],
    adding: 'Add a signer',
  },
  {
    what: 'somebody signed',
    act: ({ people: { ana } }, { signers }) => trySigning(ana, signers[0]!.guid),
    document: ['Edit', 'Attach a file', 'Duplicate', 'Continue with the signed file', ...ALWAYS.slice(1)],
    // The second stage has begun by that.
    signer: [...PERSON.slice(0, 3), 'Remind'],
    adding: 'Duplicate',
  },
  {
    what: 'it is over',
    act: ({ people: { biel } }, { guid }) =>
      biel.call.cancelDocument({ params: { docGuid: guid }, body: { reason: 'Sent by mistake' } }),
    document: ['Edit', 'Duplicate', 'Continue with the signed file', 'Download the evidence', ...ALWAYS.slice(1)],
    signer: [],
    adding: undefined,
  },
]

test(
  'each change is offered as long as it may be made, and a document of its own once it may not',
  { tag: '@full' },
  async ({ page, scene }) => {
    const document = await send(scene)
    for (const { what, act, ...offered } of STANDINGS) {
      await test.step(what, async () => {
        await act(scene, document)
        await show(page, scene, document)
        expect(await entriesOf(page, 'More')).toEqual(offered.document)
        expect(await entriesOf(page, 'Change Biel Roca Puig')).toEqual(offered.signer)
        const card = page.getByRole('region', { name: 'People' })
        for (const name of ['Add a signer', 'Duplicate'] as const) {
          await expect(card.getByRole('button', { name })).toHaveCount(offered.adding === name ? 1 : 0)
        }
      })
    }
    await choose(page, 'More', 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit this document' })
    await expect(dialog.getByLabel('Name of the document')).toHaveCount(0)
    await dialog.getByLabel('Tags').fill('Archive')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(said(page, 'The changes were saved.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('Archive')
  },
)

test('people come and go: somebody without an account signs as well, somebody else does not any more, and both are told', async ({
  page,
  scene,
}) => {
  const email = `g${crypto.randomUUID().slice(0, 8)}@elsewhere.test`
  const document = await sendAs(scene, SENDER, {
    fileName: 'Lease.pdf',
    signers: [{ userId: 'ana' }, { userId: 'biel' }],
  })
  await show(page, scene, document)
  await page.getByRole('button', { name: 'Add a signer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who signs as well?' })
  await dialog.getByRole('button', { name: 'Add a person without an account' }).click()
  const guest = page.getByRole('dialog', { name: 'Add a person without an account' })
  await guest.getByLabel('Name').fill('Gemma Guest')
  await guest.getByLabel('E-mail address').fill(email)
  await guest.getByRole('button', { name: 'Add person' }).click()
  await dialog.getByLabel('Stage').selectOption('2')
  await dialog.getByLabel('Reason for the signature').fill('As a witness')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(said(page, 'Gemma Guest signs as well.')).toBeVisible()
  await expect(people(page)).toContainText([/Ana Vidal.*To sign/, /Biel Roca.*To sign/, /Gemma Guest.*Later/])
  await expect(happened(page).last()).toContainText('Added: Gemma Guest')

  await choose(page, 'Change Biel Roca Puig', 'Remove')
  const removal = page.getByRole('dialog', { name: 'Remove Biel Roca Puig?' })
  await removal.getByLabel('Reason (optional)').fill('Ana is enough')
  await removal.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(said(page, 'Biel Roca Puig does not sign any more.')).toBeVisible()
  await expect(people(page)).toContainText([/Ana Vidal/, /Biel Roca.*Removed/, /Gemma Guest/])
  await expect(happened(page).last()).toContainText('Removed: Biel Roca Puig')
  await expect(happened(page).last()).toContainText('Ana is enough')

  await choose(page, 'Change Ana Vidal Serra', 'Change person')
  const replacing = page.getByRole('dialog', { name: 'Who signs instead of Ana Vidal Serra?' })
  await replacing.getByRole('combobox').fill('carl')
  await replacing.getByRole('option', { name: /Carla/ }).click()
  await replacing.getByRole('button', { name: 'Change person' }).click()
  await expect(said(page, 'Carla Núñez Ortega signs instead of Ana Vidal Serra.')).toBeVisible()
  const { signers } = await scene.people[SENDER].call.sentDocumentStatus({ params: { docGuid: document.guid } })
  const carlas = signers.find(({ userId, state }) => userId === 'carla' && state === 'pending')!
  expect(await trySigning(scene.people.carla, carlas.guid)).toBe(204)
})

test('places are moved by keyboard, stages and terms in their dialogs, and a file is attached', async ({
  page,
  scene,
}) => {
  const document = await send(scene)
  await show(page, scene, document)
  await choose(page, 'More', 'Move places')
  const card = page.getByRole('region', { name: 'Where the signatures stand' })
  await expect(card.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  const box = card.locator('[data-box]').getByRole('button', { name: /Signature 1 of Ana Vidal Serra/ })
  await box.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowUp')
  await card.getByRole('button', { name: 'Save changes' }).click()
  await expect(said(page, 'The changes were saved.')).toBeVisible()
  await expect(happened(page).last()).toContainText('Places (Ana Vidal Serra)')
  const { call } = scene.people[SENDER]
  const { signers } = await call.sentDocumentPlaces({ params: { docGuid: document.guid } })
  expect(signers[0]!.positions).toEqual([{ page: 1, x: 70, y: 90, width: 180, height: 60 }])

  await choose(page, 'Change Carla Núñez Ortega', 'Move to another stage')
  await page.getByRole('dialog').getByLabel('When Carla Núñez Ortega signs').selectOption('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await expect(happened(page).last()).toContainText('Stage (Carla Núñez Ortega): 3 → 2')

  await choose(page, 'Change Carla Núñez Ortega', 'Reason and terms')
  const terms = page.getByRole('dialog', { name: 'What Carla Núñez Ortega signs for' })
  await terms.getByLabel('Reason for the signature').fill('I have read it')
  await terms.getByLabel('Must read to the end before signing').check()
  await terms.getByLabel('Heading of the terms').fill('House rules')
  await expect(terms.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await terms.getByLabel('Terms', { exact: true }).fill('No noise at night.')
  await terms.getByRole('button', { name: 'Save changes' }).click()
  await expect(happened(page).last()).toContainText('Terms (Carla Núñez Ortega)')

  await choose(page, 'More', 'Attach a file')
  const attaching = page.getByRole('dialog', { name: 'Attach a file' })
  const buffer = Buffer.from(makePdf())
  await attaching
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'annex.pdf', mimeType: 'application/pdf', buffer })
  await attaching.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(said(page, 'annex.pdf was attached.')).toBeVisible()
  const attachments = page.getByRole('region', { name: 'Attachments' })
  await expect(attachments).toContainText('annex.pdf')
  // One below the other, however tall what stands beside them is.
  const [along, below] = [
    await attachments.boundingBox(),
    await page.getByRole('region', { name: 'What happened' }).boundingBox(),
  ]
  expect(below!.y - along!.y - along!.height).toBe(16)
  const status = await call.sentDocumentStatus({ params: { docGuid: document.guid } })
  expect(status.signers[2]).toMatchObject({
    ...{ stage: 2, signsFor: 'I have read it', readAll: true, opened: false },
    disclaimer: { title: 'House rules', text: 'No noise at night.' },
  })
})

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test(
      'every way to change a document is accessible, and nothing is cut off',
      { tag: '@full' },
      async ({ page, scene }) => {
        const texts = readCatalogue(language).sent.change
        const { guid } = await send(scene)
        await openAs(page, scene, { name: SENDER, path: `/sent/${guid}`, language })
        await expect(page.getByRole('heading', { level: 1, name: 'Lease.pdf' })).toBeVisible()
        const shoot = async (name: string) => {
          const shots = process.env['RUBRICA_SHOTS']
          if (shots !== undefined) {
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme })
              await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true })
            }
            await page.emulateMedia({ colorScheme: 'light' })
          }
          await look(page)
        }
        await shoot('people')
        await page.getByRole('button', { name: texts.addOpen }).click()
        await expect(page.getByRole('dialog', { name: texts.addTitle })).toBeVisible()
        await expect(page.getByRole('dialog').getByLabel(texts.atFoot)).toBeVisible()
        await shoot('add')
        await page.keyboard.press('Escape')
        const carla = texts.changeFor.replace('{{name}}', 'Carla Núñez Ortega')
        for (const entry of ['terms', 'stage', 'remove'] as const) {
          await page.getByRole('button', { name: carla }).click()
          await page.getByRole('menuitem', { name: texts[`${entry}Open`] }).click()
          await expect(page.getByRole('dialog')).toBeVisible()
          await shoot(entry)
          await page.keyboard.press('Escape')
        }
        await page.getByRole('button', { name: texts.more, exact: true }).click()
        await page.getByRole('menuitem', { name: texts.attachOpen }).click()
        await shoot('attach')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: texts.more, exact: true }).click()
        await page.getByRole('menuitem', { name: texts.placesOpen }).click()
        await expect(page.locator('[data-box]').first()).toBeVisible()
        await shoot('places')
      },
    )
  })
}
