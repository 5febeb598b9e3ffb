/** Documents that demand different certificates, selected together and signed group by group. */
import { expect, type Page } from '@playwright/test'
import { linkAccount, PROVIDER_PIN, type Scene } from '@rubrica/testing'
import {
  countSignatures,
  dialogButton,
  enterPin,
  openBatch,
  selectAll,
  sendBatch,
  signSelected,
  type SentBatch,
} from '../scenes/batch-scene.ts'
import { expectAccessible, test } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import { allowTypes, chooseCertificate } from '../scenes/signing-scene.ts'

test.afterEach(({ scene }) => scene.portal.sandbox.control('reset', {}))
test.afterAll(({ scene }) => restorePeople(scene))

const groupsIn = (page: Page) => page.getByRole('dialog').getByRole('listitem')
const signGroup = (page: Page, name: string | RegExp) =>
  groupsIn(page).filter({ hasText: name }).getByRole('button', { name: 'Sign' })

interface Selected extends SentBatch {
  /** The alias of the certificate in the vault, and of the one at the provider. */
  readonly own: string
  readonly remote: string
}

/** Sends four documents: two for the key of the vault, one for a key at a provider, one for any; and selects them. */
async function selectMixed(page: Page, scene: Scene, prefix: string): Promise<Selected> {
  const { certificateId, legalId, call } = scene.people.ana
  await allowTypes(scene, 'ana', ['KeyVault', 'RedTrust'])
  const remote = (await linkAccount(scene, 'ana', 'redtrust')).get('ana-pin')
  const all = await call.certificates({ params: { legalid: legalId } })
  const own = all.find(({ GUID }) => GUID === certificateId)!
  const demand = (certificate: string) => ({ signer: { certificate } })
  const special = { 1: demand(certificateId), 2: demand(certificateId), 3: demand(remote!.GUID) }
  const batch = await sendBatch(scene, { name: 'ana', count: 4, prefix, special })
  await openBatch(page, scene, { name: 'ana', prefix })
  await selectAll(page, batch.names.slice(0, 1))
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(page.getByRole('link', { name: `See ${batch.names[2]}` })).toHaveCount(0)
  await page.getByLabel('Certificate', { exact: true }).selectOption('All certificates')
  await selectAll(page, batch.names)
  await expect(page.getByText('4 selected')).toBeVisible()
  return { ...batch, own: own.certalias, remote: remote!.certalias }
}

test('once all certificates are asked for, each of them signs its own documents, and one is chosen for the rest', async ({
  page,
  scene,
}) => {
  const batch = await selectMixed(page, scene, 'Mixed')
  const used: string[] = []
  page.on('request', (request) => {
    const [, type] = /\/signature\/(runs|keyvault|redtrust)(\/[^/]+)?$/.exec(new URL(request.url()).pathname) ?? []
    if (request.method() === 'POST' && type !== undefined) used.push(type)
  })
  await page.reload()
  await signSelected(page).click()
  const dialog = page.getByRole('dialog', { name: 'Sign 4 documents' })
  await expect(groupsIn(page)).toHaveText([
    `${batch.own}2 documentsSign`,
    `${batch.remote}1 documentSign`,
    'A certificate of your choice1 documentSign',
  ])
  await expect(signGroup(page, batch.own)).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.press('Enter')
  await enterPin(page, scene.people.ana.pin)
  await expect(groupsIn(page).first()).toHaveText(`${batch.own}2 of 2 documents signed`)
  await expect(signGroup(page, batch.remote)).toBeFocused()
  await expectAccessible(page)

  await signGroup(page, 'of your choice').click()
  await chooseCertificate(page, batch.own)
  await enterPin(page, scene.people.ana.pin)
  await expect(groupsIn(page).last()).toHaveText('A certificate of your choice1 of 1 documents signed')
  await signGroup(page, batch.remote).click()
  await enterPin(page, PROVIDER_PIN)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Nothing selected')).toBeVisible()
  expect(used).toEqual(['runs', 'keyvault', 'redtrust'])
  expect(await countSignatures(scene, batch)).toEqual([1, 1, 1, 1])
})

test(
  'what one group loses does not stop the others, and who leaves has the rest still selected',
  { tag: '@full' },
  async ({ page, scene }) => {
    const batch = await selectMixed(page, scene, 'Lost group')
    await scene.portal.sandbox.inject({ service: 'redtrust', fault: 'http503', times: 100 })
    await signSelected(page).click()
    await signGroup(page, batch.remote).click()
    await enterPin(page, PROVIDER_PIN)
    await expect(page.getByRole('dialog')).toContainText('RedTrust')
    await dialogButton(page, 'Cancel').click()
    await expect(groupsIn(page).nth(1), 'it waits as before').toHaveText(`${batch.remote}1 documentSign`)
    await signGroup(page, batch.own).click()
    await enterPin(page, scene.people.ana.pin)
    await expect(groupsIn(page).first()).toHaveText(`${batch.own}2 of 2 documents signed`)
    await dialogButton(page, 'Close').click()
    await expect(page.getByText('2 selected')).toBeVisible()
    expect(await countSignatures(scene, batch)).toEqual([1, 1, 0, 0])
  },
)
