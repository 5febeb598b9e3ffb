/**
 * Whose a certificate is, in the portal: nothing of somebody else's is added or signs, and the chooser says whose each
 * is.
 */
import { expect, type Page } from '@playwright/test'
import { countMessages, linkAccount, nextCode, type PortalCertificate, type Scene } from '@rubrica/testing'
import { authoriseButton, fillAccount, openTab, panel, rowOf, rows, uploadKey } from '../scenes/certificates-scene.ts'
import { approve, ORGANISATION } from '../scenes/ivnosys-scene.ts'
import { expectAccessible, test } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import { allowTypes, expectSigned, openDialog, showAll, signButton } from '../scenes/signing-scene.ts'

test.afterAll(({ scene }) => restorePeople(scene))

const PIN = '246810'
const BIELS = 'This certificate belongs to Biel Roca Puig, not to you.'
const dialog = (page: Page) => page.getByRole('dialog')
/** The stand-ins make the keys of an account when it is first asked for. */
const PATIENTLY = { timeout: 120_000 }
const goOn = (page: Page) => dialog(page).getByRole('button', { name: 'Continue' })

const makeKey = (scene: Scene, wish: Readonly<Record<string, unknown>>) =>
  scene.portal.sandbox.makePerson({ commonName: 'Ana Vidal Serra', keyType: 'ec', pin: PIN, ...wish })

/** As Ana, with Biel's user and password, up to the provider's word that they are right. */
const WAYS: Readonly<Record<string, (page: Page, scene: Scene) => Promise<void>>> = {
  TrustPRO: (page) => authorise(page),
  RedTrust: (page) => authorise(page, { Domain: 'rubrica' }),
  Uanataca: (page) => authorise(page),
  ValidatedID: (page) => authorise(page),
  Nebula: async (page, scene) => {
    const before = await countMessages(scene)
    await fillAccount(page, 'biel', { 'Client ID': 'rubrica' })
    await panel(page).getByRole('button', { name: 'Continue', exact: true }).click()
    await panel(page)
      .getByLabel('One-time code')
      .fill(await nextCode(scene, before))
    await authoriseButton(page).click()
  },
  Ivnosys: async (page) => {
    await authorise(page, { Organisation: ORGANISATION })
    await approve(page)
  },
}

async function authorise(page: Page, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await fillAccount(page, 'biel', more)
  await authoriseButton(page).click()
}

test('as Ana, no account of Biel is linked and no key of his is added, and the screen says whose it is', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'ana', [
    'KeyVault',
    'FirmaRemota',
    'RedTrust',
    'Uanataca',
    'ValidatedID',
    'Nebula',
    'Ivnosys',
  ])
  for (const [tab, way] of Object.entries(WAYS)) {
    await openTab(page, scene, { name: 'ana', tab })
    await way(page, scene)
    // Who comes back from the page of a provider is told beside everything else.
    const told = tab === 'Ivnosys' ? page.getByRole('alert') : panel(page).getByRole('alert')
    await expect(told, tab).toContainText(BIELS, PATIENTLY)
  }
  await openTab(page, scene, { name: 'ana', tab: 'KeyVault' })
  const file = await makeKey(scene, { of: 'biel', commonName: 'Biel Roca Puig' })
  await uploadKey(page, scene, { alias: 'His', pin: PIN, file })
  await expect(dialog(page).getByRole('alert')).toContainText(BIELS)
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(1)
})

test('a key that was linked before stays in the list with the reason, and is not there to be chosen', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'ana', ['KeyVault', 'ValidatedID'])
  await linkAccount(scene, 'ana', 'validatedid')
  // As the server answers once the operator has registered another number for Ana.
  await page.route('**/certs', async (route) => {
    const response = await route.fetch()
    const listed = (await response.json()) as PortalCertificate[]
    const json = listed.map((one) => ({ ...one, Holder: { ...one.Holder, Verdict: 'another', MaySign: false } }))
    await route.fulfill({ response, json })
  })
  await openTab(page, scene, { name: 'ana', tab: 'ValidatedID' })
  await expect(rows(page).first()).toContainText('It belongs to Ana Vidal Serra: you cannot sign with it.')
  await expectAccessible(page)
  await openDialog(page, scene, { name: 'ana' })
  await expect(dialog(page)).toContainText('The certificates you could sign with belong to somebody else.')
})

test('the chooser says whose each certificate is and how it signs; who represents a company signs', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'ana', ['KeyVault', 'Ivnosys'])
  await linkAccount(scene, 'ana', 'ivnosys')
  await openTab(page, scene, { name: 'ana', tab: 'KeyVault' })
  await uploadKey(page, scene, { alias: 'With a code', pin: PIN, withCode: true })
  await expect(rowOf(page, 'With a code')).toBeVisible()
  const file = await makeKey(scene, { company: { name: 'Forja Roca SL', number: 'B12345674' } })
  await uploadKey(page, scene, { alias: 'For the company', pin: PIN, file })
  await expect(rowOf(page, 'For the company')).toContainText('Ana Vidal Serra · Forja Roca SL · Representative')
  const sent = await openDialog(page, scene, { name: 'ana' })
  await showAll(page)
  for (const [alias, way] of [
    ['With a code', /Code by text message · PIN/],
    ['ana-mobile', /Accepted on your phone/],
    ['ana-redirect', /Confirmed on the provider’s page/],
  ] as const) {
    await expect(dialog(page).getByRole('radio', { name: alias })).toHaveAccessibleDescription(way)
  }
  const mine = dialog(page).getByRole('radio', { name: 'For the company' })
  await expect(mine).toHaveAccessibleDescription(/Ana Vidal Serra · Forja Roca SL · Representative\s*PIN/)
  await expect(dialog(page).getByRole('radio', { name: 'Ana Vidal Serra' })).toHaveAccessibleDescription(
    /Natural person/,
  )
  await mine.check()
  await expectAccessible(page)
  await goOn(page).click()
  await dialog(page).getByLabel('PIN of the certificate').fill(PIN)
  await signButton(page).click()
  await expectSigned(page, scene, sent)
})

test(
  'of a certificate that does not say whose it is the name is confirmed first',
  { tag: '@full' },
  async ({ page, scene }) => {
    await allowTypes(scene, 'carla', ['KeyVault'])
    await openTab(page, scene, { name: 'carla', tab: 'KeyVault' })
    const file = await makeKey(scene, { commonName: 'Carla Passport', legalId: 'PASES-AAA123456' })
    await uploadKey(page, scene, { alias: 'By passport', pin: PIN, file })
    await expect(rowOf(page, 'By passport')).toContainText('you confirm the name each time you sign')
    const sent = await openDialog(page, scene, { name: 'carla' })
    await dialog(page).getByRole('radio', { name: 'By passport' }).check()
    await expect(goOn(page)).toBeDisabled()
    await dialog(page).getByRole('checkbox', { name: 'I am, or may sign as, “Carla Passport”' }).check()
    await expectAccessible(page)
    await goOn(page).click()
    await dialog(page).getByLabel('PIN of the certificate').fill(PIN)
    await signButton(page).click()
    await expectSigned(page, scene, sent)
  },
)
