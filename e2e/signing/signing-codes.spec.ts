import { expect } from '@playwright/test'
import { countMessages, linkAccount, newestCode, nextCode, PROVIDER_PIN, sampleOf } from '@rubrica/testing'
import {
  countSignatures,
  dialogButton,
  openBatch,
  pinIn,
  selectPage,
  sendBatch,
  signSelected,
} from '../scenes/batch-scene.ts'
import { expectAccessible, sessionOf, test } from '../scenes/portal-scene.ts'
import {
  allowTypes,
  codeIn,
  expectAllSigned,
  expectSigned,
  noteSteps,
  openDialog,
  openSeveral,
  setPhone,
  signButton,
} from '../scenes/signing-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

test.afterAll(({ scene }) => restorePeople(scene))

test.describe.configure({ mode: 'serial' })

test('a code is sent before it is asked for, opens one session for the document, and the session is closed', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'ana', ['FirmaRemota'])
  await linkAccount(scene, 'ana', 'firmaremota')
  const steps = noteSteps(page)
  const before = await countMessages(scene)
  const sent = await openDialog(page, scene, { name: 'ana', alias: 'Ana Vidal Serra (sms)' })
  const code = await nextCode(scene, before)
  await expect(codeIn(page)).toBeFocused()
  await expect(page.getByRole('dialog')).toContainText('New code in')
  await expect(signButton(page)).toBeDisabled()
  await codeIn(page).fill(code)
  await expect(signButton(page)).toBeDisabled()
  await expectAccessible(page)
  await pinIn(page).fill(PROVIDER_PIN)
  await pinIn(page).press('Enter')
  await expectSigned(page, scene, sent)
  await expect
    .poll(() => steps)
    .toEqual([
      'POST signature/batches',
      'POST vidmobileuser/signature/firmaremota/otp',
      'POST vidmobileuser/firmaremotaauth/session/',
      'POST vidmobileuser/signature/firmaremota/*',
      'DELETE vidmobileuser/firmaremotaauth/session/',
    ])
  expect(JSON.stringify(await sessionOf(page))).not.toContain(code)
})

test('a batch opens one session with its code, before its first document', async ({ page, scene }) => {
  const before = await countMessages(scene)
  const steps = noteSteps(page)
  const batch = await openSeveral(page, scene, {
    name: 'ana',
    alias: 'Ana Vidal Serra (sms)',
    count: 3,
    prefix: 'Remote',
  })
  await codeIn(page).fill(await nextCode(scene, before))
  await pinIn(page).fill(PROVIDER_PIN)
  await pinIn(page).press('Enter')
  await expectAllSigned(page, scene, batch)
  const sessions = steps.filter((step) => step.endsWith('/session/'))
  expect(sessions).toEqual([
    'POST vidmobileuser/firmaremotaauth/session/',
    'DELETE vidmobileuser/firmaremotaauth/session/',
  ])
  expect(await countMessages(scene)).toBe(before + 1)
})

test(
  'a wrong code is said beside its field, and the same code can be typed correctly',
  { tag: '@full' },
  async ({ page, scene }) => {
    const before = await countMessages(scene)
    const sent = await openDialog(page, scene, { name: 'ana', alias: 'Ana Vidal Serra (sms)' })
    const code = await nextCode(scene, before)
    await codeIn(page).fill(code === '000000' ? '000001' : '000000')
    await pinIn(page).fill(PROVIDER_PIN)
    await pinIn(page).press('Enter')
    await expect(page.getByRole('dialog')).toContainText('The code or the PIN is not correct')
    await expect(codeIn(page)).toHaveValue('')
    await expect(codeIn(page)).toBeFocused()
    await expectAccessible(page)
    await codeIn(page).fill(code)
    await codeIn(page).press('Enter')
    await expectSigned(page, scene, sent)
  },
)

for (const type of sampleOf(['uanataca', 'validatedid'] as const, 2)) {
  test(`${type} sends a code for the number of documents, and the PIN is asked for too because the certificate is qualified`, async ({
    page,
    scene,
  }) => {
    await allowTypes(scene, 'biel', [type === 'uanataca' ? 'Uanataca' : 'ValidatedID'])
    await linkAccount(scene, 'biel', type)
    let before = await countMessages(scene)
    const uses: unknown[] = []
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (new RegExp(`/signature/${type}/[0-9a-f-]{36}$`).test(request.url())) bodies.push(request.postDataJSON())
      if (request.url().endsWith(`/signature/${type}/otp`)) uses.push((request.postDataJSON() as { Uses: number }).Uses)
    })
    const answered = page.waitForResponse(new RegExp(`/signature/${type}/otp$`))
    const sent = await openDialog(page, scene, { name: 'biel' })
    expect(await (await answered).json()).toMatchObject({ Qualified: true })
    const OTP = await nextCode(scene, before)
    await codeIn(page).fill(OTP)
    await expect(signButton(page)).toBeDisabled()
    await pinIn(page).fill('135790')
    await pinIn(page).press('Enter')
    await expectSigned(page, scene, sent)
    const CertGUID: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(bodies).toMatchObject([{ CertGUID, PIN: '135790', OTP, CertType: type, AccessMethod: 'USER_PASS' }])

    before = await countMessages(scene)
    // The only certificate would have a code sent at once: what it is for is shown before.
    const batch = await sendBatch(scene, { name: 'biel', count: 3, prefix: type })
    await openBatch(page, scene, { name: 'biel', prefix: type })
    await selectPage(page, 3)
    await signSelected(page).click()
    const dialog = page.getByRole('dialog', { name: 'Sign 3 documents' })
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    expect(uses).toEqual([1])
    await dialogButton(page, `Leave out ${type} 2.pdf`).click()
    await dialogButton(page, 'Continue').click()
    await codeIn(page).fill(await nextCode(scene, before))
    await pinIn(page).fill('135790')
    await pinIn(page).press('Enter')
    await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
    expect(await countSignatures(scene, batch)).toEqual([1, 0, 1])
    expect(uses).toEqual([1, 2])
  })
}

test('a key of the vault with a code asks for code and PIN, and after a wrong PIN for the PIN alone', async ({
  page,
  scene,
}) => {
  const { call, legalId, pin } = scene.people.carla
  await setPhone(scene, 'carla', '+34600300300')
  const p12 = await scene.portal.sandbox.makePerson({ of: 'carla', commonName: 'Key with code', keyType: 'ec', pin })
  await call.uploadCertificate({
    params: { legalid: legalId },
    body: {
      p12: Buffer.from(p12).toString('base64'),
      certalias: 'With code',
      pin,
      certtype: 'keyvault',
      dynamicpin: true,
    },
  })
  const before = await countMessages(scene)
  const steps = noteSteps(page)
  const sent = await openDialog(page, scene, { name: 'carla', alias: 'With code' })
  await expect(page.getByRole('dialog').getByText(/The code was sent to .*300\./)).toBeVisible()
  await codeIn(page).fill(await nextCode(scene, before))
  await pinIn(page).fill('not the PIN')
  await pinIn(page).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Incorrect PIN, please try again')
  await expect(codeIn(page)).toHaveCount(0)
  await pinIn(page).fill(pin)
  await pinIn(page).press('Enter')
  await expectSigned(page, scene, sent)
  await expect
    .poll(() => steps.filter((step) => step.includes('session')))
    .toEqual(['POST vidmobilecertificate/*/session/', 'DELETE vidmobilecertificate/*/session/'])
  expect(await newestCode(scene)).toMatch(/^\d{6}$/)
})
