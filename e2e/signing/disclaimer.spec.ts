import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { enterPin, openBatch, pinIn, selectAll, sendBatch, signSelected } from '../scenes/batch-scene.ts'
import { expectAccessible, expectNothingClipped, openAs, PHONE, problem, test } from '../scenes/portal-scene.ts'

const DISCLAIMER = '**/disclaimertext/**'
const own = { title: 'Terms of the lease', text: 'You accept the terms.\n\nIn each of the places.' }

test('a disclaimer is confirmed before one document is signed; who cancels signs nothing', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'], signer: { disclaimer: own } })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/disclaimertext/')) asked.push(request.url().split('/disclaimertext/')[1]!)
  })
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  const dialog = page.getByRole('dialog')
  await sign.click()
  await expect(dialog.getByRole('heading', { name: own.title })).toBeVisible()
  await expect(dialog.getByRole('region')).toHaveText(own.text)
  await expect(pinIn(page)).toHaveCount(0)
  expect(asked).toEqual(['SIGNATURE_MULTIPOSITION_SIMPLE/en'])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await sign.click()
  await dialog.getByRole('button', { name: 'Accept and continue' }).click()
  await enterPin(page, scene.people.biel.pin)
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
})

test('a disclaimer that cannot be loaded is asked for again, and nothing is signed without it', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['biel'], signer: { disclaimer: own } })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await page.route(DISCLAIMER, (route) => route.fulfill(problem(400, 'VALIDATION_FAILED')))
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('could not be loaded')
  await expect(dialog.getByRole('button', { name: 'Accept and continue' })).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(DISCLAIMER)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('region')).toHaveText(own.text)
})

test('a batch shows its own disclaimer, in the language of the portal, when any selected document has one', async ({
  page,
  scene,
}) => {
  const batch = { name: 'biel', count: 4, prefix: 'Conditions' } as const
  const withOwn = { signer: { disclaimer: own } }
  const other = { title: 'Other terms', text: 'Something else.' }
  const special = { 2: withOwn, 3: { signer: { disclaimer: other } }, 4: withOwn }
  const { names } = await sendBatch(scene, { ...batch, special })
  await openBatch(page, scene, { ...batch, language: 'ca' })
  const texts = readCatalogue('ca')
  const select = (name: string) =>
    page.getByRole('checkbox', { name: texts.documents.selectDocument.replace('{{name}}', name) })
  for (const name of names) await select(name).check()
  const sign = page.getByRole('button', { name: texts.documents.signSelected })
  await sign.click()
  const dialog = page.getByRole('dialog')
  const region = dialog.getByRole('region')
  await expect(dialog.getByRole('heading', { name: texts.disclaimer.batch.title })).toBeVisible()
  await expect(region).toContainText(texts.disclaimer.batch.text)
  // Each text once, with the names of the documents that it is for.
  await expect(region.getByRole('heading')).toHaveText([own.title, other.title])
  await expect(region.getByRole('listitem')).toHaveText([names[1]!, names[3]!, names[2]!])
  await expect(region).toContainText(other.text)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: texts.disclaimer.accept }).click()
  const beginning = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/runs'))
  await dialog.getByLabel(texts.signing.pin).fill(scene.people.biel.pin)
  await dialog.getByLabel(texts.signing.pin).press('Enter')
  await expect(dialog).toHaveCount(0)
  const { Items } = (await beginning).postDataJSON() as { Items: { AcceptedDisclaimer?: string }[] }
  const digests = Items.map(({ AcceptedDisclaimer }) => AcceptedDisclaimer)
  expect(digests[0]).toBeUndefined()
  expect(digests[1]).toMatch(/^[0-9a-f]{64}$/)
  expect([digests[3], digests[2] === digests[1], digests.length]).toEqual([digests[1], false, 4])
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test(
    'a long disclaimer scrolls inside its dialog, with the keyboard too, and its buttons stay in sight',
    { tag: '@full' },
    async ({ page, scene }) => {
      const text = `${'A long paragraph of conditions.\n'.repeat(150)}The end.`
      const { names } = await sendBatch(scene, {
        name: 'biel',
        count: 1,
        prefix: 'Long terms',
        special: { 1: { signer: { disclaimer: { title: 'Terms', text } } } },
      })
      await openBatch(page, scene, { name: 'biel', prefix: 'Long terms' })
      await selectAll(page, names)
      await signSelected(page).click()
      const region = page.getByRole('dialog').getByRole('region')
      await region.focus()
      await page.keyboard.press('End')
      const scrolled = `document.querySelector('dialog [role="region"]').scrollTop > 1000`
      await expect.poll(() => page.evaluate(scrolled)).toBe(true)
      await expect(page.getByRole('button', { name: 'Accept and continue' })).toBeInViewport({ ratio: 1 })
      await expectNothingClipped(page)
    },
  )
})
