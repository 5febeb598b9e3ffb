/** The keys with which people sign for an application: those that send codes, and those of Swisscom. */
import { expect } from '@playwright/test'
import { checkAnsweredCms } from '@rubrica/pki'
import {
  callCsc,
  countMessages,
  decidePush,
  digestOf,
  exchangeCode,
  linkAccount,
  nextCode,
  PROVIDER_PIN,
} from '@rubrica/testing'
import { logInAs, sendThere } from '../scenes/authorisation-scene.ts'
import { expectAccessible } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import { allowTypes, FLAGS, setPhone } from '../scenes/signing-scene.ts'
import { comeBackTo, decideThere, goToSwisscom, lookWhenAsked } from '../scenes/swisscom-scene.ts'
import {
  button,
  comeBack,
  expectSignatures,
  heading,
  inDialog,
  pinIn,
  SHA256,
  signatureOf,
  STATE,
  test,
  TEXTS,
} from '../scenes/sender-scene.ts'

test.afterAll(({ scene }) => restorePeople(scene))

test(
  'keys that send codes ask for them: one of the vault, one at a provider, and one that is accepted on the phone',
  { tag: '@full' },
  async ({ page, scene, sender }) => {
    const { ana } = scene.people
    await setPhone(scene, 'ana', '+34600111222')
    const p12 = await scene.portal.sandbox.makePerson({ commonName: 'Ana with codes', keyType: 'ec', pin: '445566' })
    await ana.call.uploadCertificate({
      params: { legalid: ana.legalId },
      body: {
        p12: Buffer.from(p12).toString('base64'),
        certalias: 'With codes',
        pin: '445566',
        certtype: 'keyvault',
        dynamicpin: true,
      },
    })
    const remote = await linkAccount(scene, 'ana', 'firmaremota')
    const enter = async (more: Readonly<Record<string, string>> = {}) => {
      await sendThere(page, scene, signatureOf(sender, more))
      await logInAs(page, 'ana')
      await expect(page.getByRole('radio').first()).toBeChecked()
    }
    const confirm = async (alias: string) => {
      const before = await countMessages(scene)
      await page.getByRole('radio', { name: alias }).check()
      await button(page, 'Authorise').click()
      return before
    }
    const codeIn = page.getByRole('dialog').getByLabel('One-time code')

    await enter()
    // One of them is disabled at its provider, and one has expired.
    await expect(page.getByRole('radio')).toHaveCount(2 + remote.size - 2)
    await page.getByText('2 cannot sign now').click()
    await expect(page.getByRole('listitem').filter({ hasText: '(disabled)' })).toContainText('Not usable')
    await expect(page.getByRole('listitem').filter({ hasText: 'Expired' })).toHaveCount(1)
    let before = await confirm('With codes')
    const code = await nextCode(scene, before)
    await codeIn.fill(code === '000000' ? '000001' : '000000')
    await pinIn(page).fill('445566')
    await pinIn(page).press('Enter')
    await expect(page.getByRole('dialog')).toContainText('The code is not correct')
    await codeIn.fill(code)
    await codeIn.press('Enter')
    await expectSignatures(scene, sender, 'ana', (await comeBack(page, sender)).code!)

    await enter({ scope: 'vidmobilecert\\firmaremota' })
    await expect(page.getByRole('radio')).toHaveCount(remote.size - 2)
    await expect(page.getByRole('radio').first()).toBeChecked()
    before = await confirm('(sms)')
    await codeIn.fill(await nextCode(scene, before))
    await pinIn(page).fill(PROVIDER_PIN)
    await pinIn(page).press('Enter')
    await expectSignatures(scene, sender, 'ana', (await comeBack(page, sender)).code!)

    const onThePhone = [...remote.values()].find(({ certalias }) => certalias.endsWith('(app)'))!
    await enter({ credentialID: onThePhone.GUID })
    await expect(page.getByRole('radio')).toHaveCount(1)
    await confirm('(app)')
    await expect(page.getByRole('dialog')).toContainText('This certificate is confirmed on your phone')
    await inDialog(page, 'Authorise').click()
    await expect(page.getByRole('dialog')).toContainText('Waiting for you to accept on your phone')
    await decidePush(scene, 'accept')
    await expectSignatures(scene, sender, 'ana', (await comeBack(page, sender)).code!)
  },
)

test('an application asks for signatures by Swisscom, and gets a CMS for each once the person has confirmed there', async ({
  page,
  scene,
  sender,
}) => {
  await allowTypes(scene, 'ana', [...FLAGS, 'Swisscom'])
  await lookWhenAsked(page)
  await sendThere(page, scene, signatureOf(sender, { scope: 'vidmobilecert\\swisscom', lang: 'en' }))
  await logInAs(page, 'ana')
  await expect(page.getByRole('radio')).toHaveCount(1)
  await expect(page.getByRole('radio', { name: /^Swisscom/ })).toBeChecked()
  await button(page, 'Authorise').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Sign with Swisscom')
  await expectAccessible(page)
  await decideThere(await goToSwisscom(page), 'cancel')
  await inDialog(page, 'I have confirmed').click()
  await expect(dialog.getByRole('alert')).toContainText('Authorization not completed: the signature was refused')
  await decideThere(await goToSwisscom(page, 'Ask again'), 'accept')
  await comeBackTo(page)
  await expect(heading(page)).toHaveText('You have authorised it')
  const { code, ...rest } = await comeBack(page, sender)
  expect(rest).toEqual({ tenant: '7', state: STATE })

  const { body: granted } = await exchangeCode(scene, sender.application, { code: code! })
  const { access_token: token, credentialID } = granted
  const hash = TEXTS.map((text) => digestOf(text).toString('base64'))
  const body = { credentialID, SAD: token, hash, hashAlgo: SHA256, signAlgo: '1.2.840.113549.1.1.11' }
  const { body: signed } = await callCsc(scene, 'v1/signatures/signHash', { token, body })
  const signatures = signed['signatures'] as string[]
  expect(signatures, JSON.stringify(signed)).toHaveLength(TEXTS.length)
  for (const [at, text] of TEXTS.entries()) {
    const cms = Buffer.from(signatures[at]!, 'base64')
    expect(() => checkAnsweredCms(cms, { digest: digestOf(text), digestAlgorithm: 'SHA-256' })).not.toThrow()
  }
})
