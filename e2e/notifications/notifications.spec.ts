/** Notices: turned on in a browser, tried, quiet at hours of one's own, and a calendar of deadlines. */
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { look, looksOf } from '../scenes/look-scene.ts'
import { expectAccessible, openAs, test } from '../scenes/portal-scene.ts'
import { havePushService, pushedTo } from '../scenes/push-scene.ts'

const PATIENCE = { timeout: 30_000 }

test.beforeEach(async ({ scene }) => {
  const { call } = scene.people.ana
  const { Devices } = await call.notificationSettings({})
  for (const { Guid } of Devices) await call.removeDevice({ params: { deviceGuid: Guid } })
  await call.endCalendar({})
})

const devicesOf = (page: Page) => page.getByRole('region', { name: 'Devices' }).getByRole('listitem')

test('notices are turned on by a press, tried, and turned off after a question', async ({ page, scene }) => {
  const { id } = await havePushService(page, scene, 'ana')
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Notices' }).click()
  await expect(page.getByText('No device gets notices yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on here' }).click()
  await expect(page.getByRole('status').getByText('This device gets notices from now on.')).toBeVisible()
  await expect(devicesOf(page)).toHaveText([/\w+ on Linux.*\(this device\).*not reached yet/s])
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Send a notice/ }).click()
  await expect.poll(() => pushedTo(scene, id), PATIENCE).toHaveLength(1)
  await page.reload()
  await expect(devicesOf(page)).toHaveText([/reached/])
  await expect(page.getByText('This device gets notices.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off here' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No device gets notices yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on here' })).toBeVisible()
})

/** What the browser does when the push service brings it a message. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const origin = new URL(page.url()).origin
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

test('what waits for the person is shown by the browser, in their language and without a name', async ({
  page,
  scene,
  context,
}) => {
  const { id } = await havePushService(page, scene, 'ana')
  await openAs(page, scene, { name: 'ana', path: '/notifications' })
  const installed = context.waitForEvent('serviceworker')
  await page.getByRole('button', { name: 'Turn on here' }).click()
  await expect(devicesOf(page)).toHaveCount(1)
  const worker = await installed
  // A browser without a screen shows none.
  await worker.evaluate(`{
    globalThis.shown = []
    registration.showNotification = async (title, { tag, lang, data }) => void shown.push({ title, tag, lang, data })
  }`)
  await page.getByRole('button', { name: /^Send a notice/ }).click()
  await expect.poll(() => pushedTo(scene, id), PATIENCE).toHaveLength(1)
  const [message] = await pushedTo(scene, id)
  await deliver(context, page, message!)
  const { title, lang } = JSON.parse(message!) as { title: string; lang: string }
  await expect
    .poll(() => worker.evaluate('shown'), PATIENCE)
    .toEqual([{ title, tag: 'test', lang, data: '/notifications' }])
})

test('of a run that the person looks at the browser shows nothing', async ({ page, scene, context }) => {
  await havePushService(page, scene, 'ana')
  await openAs(page, scene, { name: 'ana', path: '/notifications' })
  const installed = context.waitForEvent('serviceworker')
  await page.getByRole('button', { name: 'Turn on here' }).click()
  const worker = await installed
  await worker.evaluate(`{
    globalThis.shown = []
    registration.showNotification = async (title) => void shown.push(title)
  }`)
  const told = (tag: string) => JSON.stringify({ title: tag, path: '/documents', tag, lang: 'en' })
  await deliver(context, page, told('run-ended'))
  await deliver(context, page, told('to-sign'))
  await expect.poll(() => worker.evaluate('shown'), PATIENCE).toEqual(['to-sign'])
})

test(
  'without a connection the browser says so, and holds no page of the portal',
  { tag: '@full' },
  async ({ page, scene, context }) => {
    await havePushService(page, scene, 'ana')
    await openAs(page, scene, { name: 'ana', path: '/notifications' })
    await page.getByRole('button', { name: 'Turn on here' }).click()
    await expect(devicesOf(page)).toHaveCount(1)
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    expect(await page.evaluate('caches.keys()')).toEqual([])
    await page.reload()
    await context.setOffline(true)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'There is no connection' })).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(devicesOf(page)).toHaveCount(1)
  },
)

test(
  'who refuses, and who has no push service, reads how to change that',
  { tag: '@full' },
  async ({ page, scene, context }) => {
    await havePushService(page, scene, 'ana', 'denied')
    await openAs(page, scene, { name: 'ana', path: '/notifications' })
    await page.getByRole('button', { name: 'Turn on here' }).click()
    await expect(page.getByText('Your browser blocks notices of this page.')).toBeVisible()
    await expectAccessible(page)
    const other = await context.newPage()
    await other.addInitScript(`localStorage.removeItem('test.permission')`)
    await havePushService(other, scene, 'ana', 'none')
    await openAs(other, scene, { name: 'ana', path: '/notifications' })
    await other.getByRole('button', { name: 'Turn on here' }).click()
    await expect(other.getByText('Your browser did not reach its push service.')).toBeVisible()
    expect((await scene.people.ana.call.notificationSettings({})).Devices).toEqual([])
  },
)

test('quiet hours are kept as they were set', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'ana', path: '/notifications' })
  await page.getByLabel('From').fill('21:30')
  await page.getByRole('checkbox', { name: 'On Saturdays and Sundays' }).setChecked(false, { force: true })
  await page.getByLabel('Time zone').selectOption('Atlantic/Canary')
  await page.getByRole('button', { name: 'Save quiet hours' }).click()
  await expect(page.getByRole('status').getByText('The quiet hours are saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('From')).toHaveValue('21:30')
  await expect(page.getByLabel('Time zone')).toHaveValue('Atlantic/Canary')
  const { QuietHours } = await scene.people.ana.call.notificationSettings({})
  expect(QuietHours).toEqual({
    ...{ TimeZone: 'Atlantic/Canary', Weekends: false },
    Night: { From: '21:30', Until: expect.stringMatching(/^\d\d:\d\d$/) },
  })
})

test('how often mails come is kept as it was said', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'biel', path: '/notifications' })
  const waiting = page.getByLabel('Documents to sign or approve')
  await expect(waiting).toHaveValue('at-once')
  await expect(waiting).toHaveAccessibleDescription('What ends within two days comes at once, unless you choose never.')
  await waiting.selectOption('Once a day')
  await page.getByLabel('News of documents that you have sent').selectOption('Never')
  await page.getByRole('button', { name: 'Save mails' }).click()
  await expect(page.getByRole('status').getByText('Your choice is saved.')).toBeVisible()
  await page.reload()
  await expect(waiting).toHaveValue('daily')
  await expect(page.getByLabel('Reminders of what still waits for you')).toHaveValue('at-once')
  const { call } = scene.people.biel
  expect((await call.notificationSettings({})).Mails).toMatchObject({ Waiting: 'daily', Sent: 'never' })
  await scene.portal.server.database!.query('delete from mail_choices')
})

test('a calendar’s address is shown once, and ends after a question', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'ana', path: '/notifications' })
  await page.getByRole('button', { name: 'Make an address' }).click()
  const address = await page.getByLabel(/^Your address/).inputValue()
  expect((await fetch(address)).headers.get('content-type')).toContain('text/calendar')
  await page.reload()
  await expect(page.getByText(/There is an address since/)).toBeVisible()
  expect(await page.content()).not.toContain(address)
  await page.getByRole('button', { name: 'End the address' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the address' }).click()
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
})

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('notices are accessible, and nothing is cut off', async ({ page, scene }) => {
      const texts = readCatalogue(language).notifications
      await havePushService(page, scene, 'ana')
      await openAs(page, scene, { name: 'ana', path: '/notifications', language })
      await expect(page.getByText(texts.noDevices)).toBeVisible()
      await look(page)
      await page.getByRole('button', { name: texts.turnOn }).click()
      await page.getByRole('button', { name: texts.calendarMake }).click()
      await expect(page.getByLabel(texts.calendarShown)).toBeVisible()
      await look(page)
      await page.getByRole('button', { name: texts.turnOff }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await look(page)
    })
  })
}
