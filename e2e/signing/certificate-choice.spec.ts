/**
 * The choice of the certificate: its order, what cannot sign now, and where the focus is while they are on their way.
 */
import { expect, type Page } from '@playwright/test'
import type { Scene } from '@rubrica/testing'
import { expectAccessible, openAs, test } from '../scenes/portal-scene.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const radios = (page: Page) => dialog(page).getByRole('radio')
const goOn = (page: Page) => dialog(page).getByRole('button', { name: 'Continue' })

async function openToSign(page: Page, scene: Scene): Promise<void> {
  const { guid } = await scene.send({ signers: ['biel'], description: { fileName: 'To sign.pdf' } })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
}

/** Biel's own certificate, and others that are made of it. */
async function listAlso(page: Page, others: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const flags = { KeyVault: true, FirmaRemota: true, Uanataca: true }
  await page.route('**/vidmobileuser/certstype', (route) => route.fulfill({ json: flags }))
  await page.route('**/certs', async (route) => {
    const response = await route.fetch()
    const [own] = (await response.json()) as { Holder: object }[]
    const made = others.map((one) => ({ ...own, GUID: crypto.randomUUID(), ...one }))
    await route.fulfill({ response, json: [own, ...made] })
  })
}

test('the certificate that signed last comes first, and has the focus', { tag: '@full' }, async ({ page, scene }) => {
  const { call, legalId: legalid } = scene.people.biel
  const file = await scene.portal.sandbox.makePerson({ of: 'biel', commonName: 'Later', keyType: 'ec', pin: '4711' })
  const body = { certalias: 'Later', pin: '4711', certtype: 'keyvault' } as const
  const later = await call.uploadCertificate({
    params: { legalid },
    body: { ...body, p12: Buffer.from(file).toString('base64') },
  })
  await openToSign(page, scene)
  await expect(radios(page).first()).toBeChecked()
  await expect(dialog(page).getByText('Last used')).toHaveCount(0)
  await dialog(page).getByRole('radio', { name: 'Later' }).check()
  await goOn(page).click()
  await dialog(page).getByLabel('PIN of the certificate').fill('4711')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()

  await openToSign(page, scene)
  await expect(radios(page)).toHaveCount(2)
  await expect(radios(page).first()).toHaveAccessibleName(/^Later.*Last used/)
  await expect(radios(page).first()).toBeChecked()
  await expect(radios(page).first()).toBeFocused()
  await expectAccessible(page)
  await call.deleteCertificate({ params: { legalid, guid: later.GUID } })
})

test('certificates stand together by provider, four in sight; what cannot sign is listed apart, in the words of Certificates', async ({
  page,
  scene,
}) => {
  const Holder = { Name: 'Ana Vidal Serra', Organisation: null, Kind: 'person', Verdict: 'another', MaySign: false }
  await listAlso(page, [
    { certalias: 'Far 1', CertType: 'uanataca' },
    { certalias: 'Near 2' },
    { certalias: 'Shut', Locked: true },
    { certalias: 'Far 2', CertType: 'uanataca' },
    { certalias: 'Near 3' },
    { certalias: 'Suspended', CertType: 'firmaremota', Locked: true },
    { certalias: 'Foreign', Holder },
    { certalias: 'Far 3', CertType: 'uanataca' },
  ])
  await openToSign(page, scene)
  await expect(radios(page)).toHaveCount(4)
  const groups = dialog(page).getByRole('group')
  await expect(groups.filter({ hasText: /^KeyVault/ }).getByRole('radio')).toHaveCount(3)
  await dialog(page).getByRole('button', { name: 'Show 2 more' }).click()
  await expect(radios(page)).toHaveCount(6)
  await expect(radios(page).nth(4)).toBeFocused()
  await expect(radios(page).first()).toBeChecked()
  await expect(groups.filter({ hasText: /^Uanataca/ }).getByRole('radio')).toHaveCount(3)
  for (const radio of await radios(page).all()) await expect(radio).toBeEnabled()

  await dialog(page).getByText('3 cannot sign now').click()
  const unable = dialog(page).getByRole('listitem')
  await expect(unable).toHaveText([/Shut\s*Locked/, /Suspended\s*Not usable/, /Foreign\s*Not usable/])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.goto(`${scene.portal.url}/certificates`)
  const row = (alias: string) => page.getByRole('row').filter({ hasText: alias })
  await page.getByRole('tab', { name: 'KeyVault' }).click()
  await expect(row('Shut')).toContainText('Locked')
  await expect(row('Foreign')).toContainText('Not usable')
  await page.getByRole('tab', { name: 'TrustPRO' }).click()
  await expect(row('Suspended')).toContainText('Not usable')
})

test(
  'while certificates are on their way the focus is on what says so, and then on the first one',
  { tag: '@full' },
  async ({ page, scene }) => {
    await listAlso(page, [{ certalias: 'Another' }])
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/certs', async (route) => {
      await held
      await route.fallback()
    })
    await openToSign(page, scene)
    const loading = dialog(page).getByRole('status').filter({ hasText: 'Loading your certificates' })
    await expect(loading).toBeVisible()
    await expect(loading).toBeFocused()
    release()
    await expect(radios(page).first()).toBeFocused()
  },
)
