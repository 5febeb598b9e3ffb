/** Who was asked by mistake names who should have been asked. */
import { expect, type Page } from '@playwright/test'
import { trySigning, type Scene } from '@rubrica/testing'
import { expectAccessible, expectNothingClipped, openAs, PHONE, test, toasts } from '../scenes/portal-scene.ts'
import { happened, SENDER, sendAs } from '../scenes/sent-scene.ts'

const people = (page: Page) => page.getByRole('region', { name: 'People' }).getByRole('listitem')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Who should sign instead?' })

const send = (scene: Scene, passingOn: 'asked' | 'yes', fileName = 'Budget.pdf') =>
  sendAs(scene, SENDER, { fileName, signers: [{ userId: 'ana' }], description: { passingOn } })

/** As Ana, up to the name of who is meant. */
async function nameCarla(page: Page) {
  await page.getByRole('button', { name: 'Name somebody else' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Say who should sign.')).toBeVisible()
  await expect(dialog.getByText('Say why.')).toBeVisible()
  await dialog.getByLabel('Colleague').fill('nobody')
  await dialog.getByLabel('Reason').fill('She runs the budget')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nobody who can sign it')
  await dialog.getByLabel('Colleague').fill('carla')
  await dialog.getByLabel('Colleague').press('Enter')
  await expect(dialog).toContainText('Carla Núñez Ortega')
  return dialog
}

test('a colleague is named, shown by name, and asked instead; the list has the document no more', async ({
  page,
  scene,
}) => {
  const { guid, signers } = await send(scene, 'yes')
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  const dialog = await nameCarla(page)
  await expect(dialog).toContainText('You cannot undo this')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByLabel('Colleague')).toHaveValue('carla')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Pass on' }).click()
  await expect(toasts(page).filter({ hasText: 'Carla Núñez Ortega is asked to sign Budget.pdf now.' })).toBeVisible()
  await expect(page).toHaveURL(/\/documents(?:\?|$)/)
  await expect(page.getByRole('row', { name: /Budget\.pdf/ })).toHaveCount(0)
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBeGreaterThanOrEqual(404)
})

test('the sender is asked, reads why, and agrees; the timeline has it', async ({ page, scene, browser }) => {
  const { guid } = await send(scene, 'asked', 'Grant.pdf')
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  const dialog = await nameCarla(page)
  await dialog.getByRole('button', { name: 'Ask the sender' }).click()
  await expect(page.getByText('You have asked the sender to let Carla Núñez Ortega sign')).toBeVisible()
  await expectAccessible(page)

  const other = await (await browser.newContext()).newPage()
  await openAs(other, scene, { name: SENDER, path: `/sent/${guid}` })
  await expect(people(other)).toContainText('asks you to let Carla Núñez Ortega sign instead')
  await expect(people(other)).toContainText('She runs the budget')
  await expect(happened(other).last()).toContainText('Named instead: Carla Núñez Ortega')
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Agree' }).click()
  const answer = other.getByRole('dialog', { name: 'Let Carla Núñez Ortega sign instead of Ana Vidal Serra?' })
  await expectAccessible(other)
  await answer.getByRole('button', { name: 'Agree' }).click()
  await expect(people(other)).toContainText([/Ana Vidal.*Replaced/, /Carla Núñez.*To sign/])
  await other.context().close()
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test(
    'declined, the signer reads why and stays; what is asked again is taken back',
    { tag: '@full' },
    async ({ page, scene }) => {
      const { guid, signers } = await send(scene, 'asked', 'Contract.pdf')
      const { call } = scene.people[SENDER]
      const signerGuid = signers[0]!.guid
      const body = { Person: scene.people.carla.userId, Reason: 'Hers' }
      await scene.people.ana.call.passOn({ params: { signerGuid }, body })
      await call.answerPassing({
        params: { docGuid: guid, sentSignerGuid: signerGuid },
        body: { agree: false, reason: 'It has to be you' },
      })
      await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
      await page.getByRole('button', { name: 'Details' }).click()
      await expect(page.getByText('The sender wants you to sign, and not Carla Núñez Ortega.')).toBeVisible()
      await expect(page.getByText('It has to be you')).toBeVisible()
      await expectNothingClipped(page)
      const dialog = await nameCarla(page)
      await expectNothingClipped(page)
      await dialog.getByRole('button', { name: 'Ask the sender' }).click()
      await page.getByRole('button', { name: 'Take back' }).click()
      await expect(toasts(page).filter({ hasText: 'Taken back' })).toBeVisible()
      expect(await trySigning(scene.people.ana, signerGuid)).toBe(204)
    },
  )
})

test('the sender says on sending whether it may be passed on, and changes it afterwards', async ({ page, scene }) => {
  const { guid } = await send(scene, 'asked', 'Policy.pdf')
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit this document' })
  await expect(dialog.getByLabel('May signers have somebody else asked?')).toHaveValue('asked')
  await dialog.getByLabel('May signers have somebody else asked?').selectOption('Yes')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(happened(page).last()).toContainText('Naming somebody else: If I agree → Yes')
})
