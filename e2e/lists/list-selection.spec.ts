import { expect, type Page, type Route } from '@playwright/test'
import { expectAccessible, expectRows, LIST, openAs, sessionOf, test, toasts } from '../scenes/portal-scene.ts'

const tick = (page: Page, fileName: string) => page.getByRole('checkbox', { name: `Select ${fileName}` })
const signSelected = (page: Page) => page.getByRole('button', { name: 'Sign selected' })
const selected = (page: Page) => sessionOf(page).then((session) => session.docsSelectedSignerGUIString)
const OTHER = { Guid: crypto.randomUUID(), Alias: 'Company seal' }

interface Row {
  FileName: string
  SignerDTO: { SignerGUID: string; CentralizedCertificateInfo: unknown }
}

/** Lets a document demand a certificate that the server does not know of. */
function demandOther(fileName: string) {
  return async (route: Route) => {
    const response = await route.fetch()
    if (response.status() !== 200) return route.fulfill({ response })
    const page = (await response.json()) as { List: Row[] }
    for (const row of page.List) if (row.FileName === fileName) row.SignerDTO.CentralizedCertificateInfo = OTHER
    return route.fulfill({ response, json: page })
  }
}

test('Sign selected waits for a selection, which the session keeps as signers with commas between them', async ({
  page,
  scene,
}) => {
  const one = await scene.send({ signers: ['ana'], description: { fileName: 'Pick 1.pdf' } })
  const two = await scene.send({ signers: ['ana'], description: { fileName: 'Pick 2.pdf' } })
  const [first, second] = [one, two].map(({ signers }) => signers[0]!.guid)
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Pick' })
  await expect(signSelected(page)).toBeDisabled()
  await tick(page, 'Pick 2.pdf').check()
  await tick(page, 'Pick 1.pdf').check()
  await expect(signSelected(page)).toBeEnabled()
  expect(await selected(page)).toBe(`${second},${first}`)
  await expectAccessible(page)
  await tick(page, 'Pick 2.pdf').uncheck()
  expect(await selected(page)).toBe(first)
  await page.getByRole('region', { name: 'Selected documents' }).getByRole('button', { name: 'Clear' }).click()
  await expect(signSelected(page)).toBeDisabled()
  expect(await selected(page)).toBe('')
})

test('the selection survives paging, filters, the viewer and a reload', async ({ page, scene }) => {
  for (let i = 0; i < 7; i++) {
    await scene.send({ signers: ['ana'], description: { fileName: `Stay ${i}.pdf` } })
  }
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Stay&size=5' })
  await tick(page, 'Stay 1.pdf').check()
  await page.getByRole('button', { name: 'Next page' }).click()
  await tick(page, 'Stay 6.pdf').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('link', { name: 'See Stay 6.pdf' }).click()
  await expect(page.locator('[data-page="1"] img')).toBeVisible()
  await page.goBack()
  await page.reload()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(tick(page, 'Stay 6.pdf')).toBeChecked()
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(tick(page, 'Stay 1.pdf')).toBeChecked()
  await expect(tick(page, 'Stay 2.pdf')).not.toBeChecked()

  // After a reload the rows of other pages are found again when they are to be signed, and in their order.
  await page.reload()
  await expectRows(page)
  await signSelected(page).click()
  await expect(page.getByRole('dialog')).toContainText('Stay 1.pdf')
})

test('what no longer waits leaves the selection when it is to be signed, and a toast says so', async ({
  page,
  scene,
}) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Going here.pdf' } })
  const gone = await scene.send({ signers: ['ana'], description: { fileName: 'Going away.pdf' } })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Going' })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await scene.people.ana.call.rejectDocument({
    params: { signerGuid: gone.signers[0]!.guid },
    body: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
  })
  await page.reload()
  await expectRows(page)
  await signSelected(page).click()
  await expect(toasts(page).getByText('Some of the selected documents no longer wait')).toBeVisible()
  await expect(page.getByText('1 selected')).toBeAttached()
})

test('all of a page are selected at once, but not what has to be read completely, which shows a lock', async ({
  page,
  scene,
}) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'All 1.pdf' } })
  await scene.send({ signers: ['ana'], description: { fileName: 'All 2.pdf' } })
  await scene.send({ signers: ['ana'], description: { fileName: 'All 3.pdf' }, signer: { readAll: true } })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=All' })
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await expect(tick(page, 'All 1.pdf')).toBeVisible()
  await expect(tick(page, 'All 3.pdf')).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'All 3.pdf' }).getByRole('img')).toHaveAccessibleName(
    'Has to be read completely',
  )
  await tick(page, 'All 1.pdf').check()
  await expect(all).toBeChecked({ indeterminate: true })
  await all.check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await all.uncheck()
  await expect(page.getByText('Nothing selected')).toBeVisible()
})

test('a document that demands a certificate locks the filter to it as long as it is selected', async ({
  page,
  scene,
}) => {
  const { certificateId, legalId, call } = scene.people.ana
  const [own] = await call.certificates({ params: { legalid: legalId } })
  await scene.send({
    signers: ['ana'],
    description: { fileName: 'Lock free.pdf' },
    signer: { reason: 'Because of the lease' },
  })
  await scene.send({
    signers: ['ana'],
    description: { fileName: 'Lock set.pdf' },
    signer: { certificate: certificateId },
  })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Lock' })
  await page.getByRole('button', { name: /^Filters/ }).click()
  const certificate = page.getByLabel('Certificate', { exact: true })
  await tick(page, 'Lock free.pdf').check()
  await expect(certificate).toHaveValue('')
  await tick(page, 'Lock set.pdf').check()
  await expect(certificate.getByRole('option')).toHaveText(['All certificates', own!.certalias])
  await expect(certificate).toHaveValue(certificateId)
  await expect(page.getByRole('list', { name: 'Filters in use' }).getByText(own!.certalias)).toBeVisible()
  await expect(page.getByRole('link', { name: 'See Lock free.pdf' })).toHaveCount(0)
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(page.getByText('1 of them is not shown here')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(certificate).toHaveValue(certificateId)

  // What the list does not show is listed, also when no page of it has come since the reload.
  await page.getByRole('button', { name: '2 selected' }).click()
  const all = page.getByRole('dialog', { name: 'Selected documents' })
  await expect(all.getByRole('listitem')).toHaveText(['Lock free.pdfBecause of the lease', /^Lock set.pdf/])
  await expectAccessible(page)
  await all.getByRole('button', { name: 'Leave out Lock set.pdf' }).click()
  await expect(all.getByRole('listitem')).toHaveText([/^Lock free.pdf/])
  await all.getByRole('button', { name: 'Close' }).click()
  await expect(certificate).toHaveValue('')
  await expect(page.getByRole('link', { name: 'See Lock free.pdf' })).toBeVisible()
  await expect(page.getByText('1 selected')).toBeVisible()
  await tick(page, 'Lock set.pdf').check()
  await page.getByRole('button', { name: /^Remove the filter .* and clear the selection$/ }).click()
  await expect(page.getByText('Nothing selected')).toBeVisible()
})

test('of documents with differing certificates the larger group is selected, and a toast names the others', async ({
  page,
  scene,
}) => {
  const signer = { certificate: scene.people.ana.certificateId }
  const send = (number: number, tied: object) =>
    scene.send({ signers: ['ana'], description: { fileName: `Differ ${number}.pdf` }, ...tied })
  for (const number of [1, 2, 3, 4]) await send(number, [2, 3].includes(number) ? {} : { signer })
  await page.route(LIST, demandOther('Differ 2.pdf'))
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Differ' })
  await expect(page.getByText('Company seal')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect(page.getByRole('status').getByText('Not selected: “Differ 2.pdf” and “Differ 3.pdf”.')).toBeVisible()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(page.getByText('Company seal')).toHaveCount(0)
  await expect(tick(page, 'Differ 1.pdf')).toBeChecked()
  await expect(tick(page, 'Differ 4.pdf')).toBeChecked()
})

test('all of a page without the few that a certificate is set for stay in view, selected, and those are named', async ({
  page,
  scene,
}) => {
  const signer = { certificate: scene.people.ana.certificateId }
  for (const number of [1, 2, 3]) {
    await scene.send({
      signers: ['ana'],
      description: { fileName: `Most ${number}.pdf` },
      ...(number === 2 && { signer }),
    })
  }
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Most' })
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await expectRows(page)
  await all.check()
  await expect(page.getByRole('status').getByText('Not selected: “Most 2.pdf”.')).toBeVisible()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(page.getByText('not shown here')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^See Most/ })).toHaveCount(3)
  await expect(tick(page, 'Most 1.pdf')).toBeChecked()
  await expect(tick(page, 'Most 2.pdf')).not.toBeChecked()
  await expect(all).toBeChecked()
  await all.uncheck()
  await expect(page.getByText('Nothing selected')).toBeVisible()
})
