import { expect, type Page } from '@playwright/test'
import { countMessages, linkAccount, nextCode, PROVIDER_PIN, type Scene } from '@rubrica/testing'
import { dialogButton, pinIn } from '../scenes/batch-scene.ts'
import { expectAccessible, problem, test, toasts } from '../scenes/portal-scene.ts'
import { allowTypes, codeIn, expectSigned, openDialog, openSeveral, signButton } from '../scenes/signing-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

test.afterAll(({ scene }) => restorePeople(scene))

test.describe.configure({ mode: 'serial' })

async function linkRedTrust(scene: Scene): Promise<void> {
  await allowTypes(scene, 'ana', ['RedTrust'])
  await linkAccount(scene, 'ana', 'redtrust')
}

const SIGN = '**/signature/redtrust/**'

/** Errors that the dialog says itself, and a part of the sentence for each. */
const INSIDE = [
  [400, 'PROVIDER_LOGIN_INVALID', 'refused', 'Invalid login credentials'],
  [502, 'PROVIDER_FAILED', 'Token not found', 'Invalid login credentials'],
  [502, 'PROVIDER_UNREACHABLE', 'Error connecting to Uanataca', 'Invalid login credentials'],
  [502, 'PROVIDER_UNREACHABLE', 'Error connecting to RedTrust', 'cannot be reached'],
  [502, 'PROVIDER_FAILED', 'failed', 'could not do it'],
  [504, 'PROVIDER_TIMEOUT', 'late', 'took too long'],
  [502, 'PROVIDER_ANSWER_LOST', 'lost', 'cannot be signed twice'],
  [502, 'PROVIDER_SIGNATURE_REFUSED', 'other key', 'not a valid signature'],
  [503, 'PROVIDER_NOT_CONFIGURED', 'off', 'not available here'],
  [403, 'PROVIDER_NOT_AUTHORISED', 'none', 'Authorise it on the certificates screen'],
  [422, 'BATCH_TOO_LARGE', 'many', 'Choose fewer'],
] as const

async function signAndFail(page: Page, [status, code, message]: readonly [number, string, string, string]) {
  await page.route(SIGN, (route) => route.fulfill(problem(status, code, message)))
  await signButton(page).click()
}

test('each trouble of a provider is said in the dialog, which stays to try again', async ({ page, scene }) => {
  await linkRedTrust(scene)
  await openDialog(page, scene, { name: 'ana', alias: 'ana-nopin' })
  for (const trouble of INSIDE) {
    await signAndFail(page, trouble)
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(trouble[3])
    await expect(signButton(page)).toBeEnabled()
    await page.unroute(SIGN)
  }
  await expectAccessible(page)
})

test(
  'an authorisation that has run out has everything begin anew, and is not the end of the session',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openDialog(page, scene, { name: 'ana', alias: 'ana-nopin' })
    await signAndFail(page, [403, 'SIGNING_SESSION_EXPIRED', 'over', ''])
    await expect(page.getByRole('dialog')).toContainText('The authorisation at the provider has run out')
    await page.unroute(SIGN)
    await dialogButton(page, 'Try again').click()
    await signButton(page).click()
    await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  },
)

test(
  'a provider that is down ends a batch with a toast of status and text, and the rest can be selected again',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openSeveral(page, scene, { name: 'ana', alias: 'ana-pin', count: 2, prefix: 'Down' })
    // A PIN that the provider refuses is asked for again, like one of ours.
    await pinIn(page).fill('000000')
    await pinIn(page).press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Incorrect PIN, please try again')
    await expect(pinIn(page)).toHaveValue('')
    await scene.portal.sandbox.inject({ service: 'redtrust', operation: 'signHash', fault: 'http503', times: 1 })
    await pinIn(page).fill(PROVIDER_PIN)
    await pinIn(page).press('Enter')
    await expect(toasts(page).getByText(/Error 502: The answer of the certificate’s provider/)).toHaveCount(1)
    await expect(page.getByRole('dialog')).toContainText('No document was signed')
    await expectAccessible(page)
    await dialogButton(page, 'Select the unsigned ones again').click()
    await expect(page.getByRole('checkbox', { name: 'Select Down 1.pdf' })).toBeChecked()
  },
)

test('a code that could not be sent is said, and asked for again', async ({ page, scene }) => {
  await allowTypes(scene, 'biel', ['Uanataca'])
  await linkAccount(scene, 'biel', 'uanataca')
  let down = true
  await page.route('**/signature/uanataca/otp', (route) =>
    down ? route.fulfill(problem(502, 'PROVIDER_FAILED')) : route.continue(),
  )
  const sent = await openDialog(page, scene, { name: 'biel' })
  await expect(page.getByRole('dialog', { name: 'The code could not be sent' })).toBeVisible()
  await expectAccessible(page)
  const before = await countMessages(scene)
  down = false
  await dialogButton(page, 'Try again').click()
  await codeIn(page).fill(await nextCode(scene, before))
  await pinIn(page).fill('135790')
  await pinIn(page).press('Enter')
  await expectSigned(page, scene, sent)
})

test('a minute after a code another one can be asked for', { tag: '@full' }, async ({ page, scene }) => {
  await page.clock.install()
  let codes = 0
  await page.route('**/signature/uanataca/otp', (route) => {
    codes += 1
    return route.fulfill({ json: { Qualified: true, SentTo: `…${codes}` } })
  })
  await openDialog(page, scene, { name: 'biel' })
  await expect(page.getByRole('dialog')).toContainText('The code was sent to …1')
  await expect(dialogButton(page, 'Send a new code')).toHaveCount(0)
  await page.clock.runFor(61_000)
  await expect(page.getByRole('dialog').getByRole('status').getByText('You can ask for a new code now.')).toHaveCount(1)
  await dialogButton(page, 'Send a new code').click()
  await expect(page.getByRole('dialog')).toContainText('The code was sent to …2')
  await expect(page.getByRole('dialog')).toContainText('New code in')
})
