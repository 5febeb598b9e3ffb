/** Webhooks: programs are told what happens; in the portal they are added, looked at, mended and deleted. */
import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import type { Received, Scene, WebhookReceiver } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { SENDER, sendAs } from '../scenes/sent-scene.ts'

/** A server looks for messages once a second, and tries again after five. */
const PATIENCE = { timeout: 30_000 }

const messagesOf = (page: Page) => page.getByRole('list', { name: 'What was sent' }).locator(':scope > li')
const callsOf = (scene: Scene) => scene.people[SENDER].call
const rows = (scene: Scene, text: string) => scene.portal.server.database!.query(text, [])

/** Standard Webhooks 1.0.0, symmetric. */
const signatureOf = ({ headers, body }: Received, secret: string) =>
  createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')

const make = (scene: Scene, receiver: WebhookReceiver, changes: object = {}) =>
  callsOf(scene).createWebhook({ body: { url: `${receiver.origin}/hook`, ...changes } })

test.beforeEach(async ({ scene, receiver }) => {
  await rows(scene, 'delete from webhook_endpoints')
  receiver.answer((response) => void response.writeHead(204).end())
  receiver.forget()
})

test('a webhook is added by keyboard alone, told of a document, and its message is verified with its secret', async ({
  page,
  scene,
  receiver,
}) => {
  await openAs(page, scene, { name: SENDER, path: '/sent' })
  await page.getByRole('button', { name: 'Account of' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Webhooks' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a webhook' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.keyboard.type('receiver.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Write the whole address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address' }).fill('http://receiver.example/hook')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing is sent to this address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.origin}/hook`)
  await page.getByRole('checkbox', { name: 'Everything' }).press('Space')
  await page.getByRole('checkbox', { name: 'A document was archived' }).press('Space')
  await page.getByRole('textbox', { name: 'Address' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `${receiver.origin}/hook` })).toBeVisible()
  await expect(page.getByText('Nothing was sent within 30 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  const secret = await page.getByLabel('Secret of this webhook').inputValue()
  const { guid } = await sendAs(scene, SENDER, { fileName: 'Lease.pdf', signers: [{ userId: 'ana' }] })
  await page.reload()
  await expect(messagesOf(page)).toContainText([/A document was sent.*1 try · Answer 204/], PATIENCE)
  const message = receiver.received[0]!
  expect(message.headers['webhook-signature']).toBe(`v1,${signatureOf(message, secret)}`)
  expect(JSON.parse(message.body)).toMatchObject({ data: { document: guid } })
  await expect(page.getByText(secret)).toHaveCount(0)
  await page.getByRole('button', { name: 'Details' }).press('Enter')
  await expect(page.getByRole('dialog').getByText(guid)).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: 'Show the document' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/sent/${guid}`))
})

test('who waits for a receiver that is down sees each try, and sends again what was missed once it works', async ({
  page,
  scene,
  receiver,
}) => {
  const { guid } = await make(scene, receiver, { description: 'Payroll' })
  receiver.answer((response) => void response.writeHead(503).end('down for repair'))
  await openAs(page, scene, { name: SENDER, path: '/webhooks' })
  await page.getByRole('link', { name: `${receiver.origin}/hook` }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(messagesOf(page)).toContainText([/Test.*1 try · Answer 503 · Next try/], PATIENCE)
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('dialog').getByLabel('Answer')).toHaveText('down for repair')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  // As after five days without a message that arrived.
  await rows(scene, `update webhook_endpoints set failing_since = now() - interval '5 days 1 minute'`)
  await rows(scene, `update webhook_messages set next_at = now() where state = 'waiting' and not is_held`)
  await expect(page.getByText('nothing is sent here: messages did not arrive for days')).toBeVisible(PATIENCE)
  await expect(page.getByRole('button', { name: 'Send a test' })).toHaveCount(0)
  receiver.answer((response) => void response.writeHead(204).end())
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('status').getByText('The webhook is on.')).toBeVisible()
  await page.getByRole('button', { name: 'Send again what was missed' }).click()
  await expect(page.getByRole('status').getByText('1 message is sent again.')).toBeVisible()
  await expect(messagesOf(page)).toContainText([/Test.*Answer 204.*Arrived/], PATIENCE)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await expect.poll(async () => (await callsOf(scene).webhookStatus({ params: { webhookId: guid } })).missed).toBe(0)
})

test('a webhook is changed, given another secret, switched off and deleted; another tab’s change is told', async ({
  page,
  scene,
  receiver,
}) => {
  const { guid, secret } = await make(scene, receiver)
  const params = { webhookId: guid }
  await openAs(page, scene, { name: SENDER, path: `/webhooks/${guid}` })
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await callsOf(scene).changeWebhook({ params, headers: { 'if-match': '"v1"' }, body: { description: 'Elsewhere' } })
  await page.getByLabel('Description').fill('Payroll')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('This webhook was changed in the meantime')).toBeVisible()
  await expect(page.getByText('Elsewhere')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Payroll')).toBeVisible()
  await page.getByRole('button', { name: 'Replace' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByText('signed as before, too')).toBeVisible()
  await expect(page.getByLabel('Secret of this webhook')).not.toHaveValue(secret)
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('This webhook is off.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  await expect(callsOf(scene).webhookStatus({ params })).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' })
})

test(
  'what happened within some days is sent once more, also what arrived',
  { tag: '@full' },
  async ({ page, scene, receiver }) => {
    const { guid } = await make(scene, receiver)
    await callsOf(scene).testWebhook({ params: { webhookId: guid } })
    await openAs(page, scene, { name: SENDER, path: `/webhooks/${guid}` })
    await expect(messagesOf(page)).toContainText([/Arrived/], PATIENCE)
    await page.getByLabel('Show', { exact: true }).selectOption('Missed')
    await expect(page.getByText('There are no such messages.')).toBeVisible()
    await page.getByLabel('Show', { exact: true }).selectOption('All messages')
    await page.getByRole('button', { name: 'Send a period again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('status').getByText('1 message is sent again.')).toBeVisible()
    await expect(messagesOf(page)).toContainText([/2 tries.*Arrived/], PATIENCE)
  },
)

test('who may not send finds no way to the webhooks, and none there', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'carla', path: '/webhooks' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a webhook' })).toHaveCount(0)
})

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('webhooks, one of them and its dialogs are accessible, and nothing is cut off', async ({
      page,
      scene,
      receiver,
    }) => {
      const texts = readCatalogue(language).webhooks
      await openAs(page, scene, { name: SENDER, path: '/webhooks', language })
      await expect(page.getByRole('heading', { name: texts.emptyTitle })).toBeVisible()
      await look(page)
      const { guid } = await make(scene, receiver, { url: `${receiver.origin}/${'long-path/'.repeat(20)}` })
      await make(scene, receiver, { types: ['document.signed'], description: 'W'.repeat(100), signing: 'v1a' })
      receiver.answer((response) => void response.writeHead(500).end('x'.repeat(900)))
      await callsOf(scene).testWebhook({ params: { webhookId: guid } })
      await page.reload()
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
      await look(page)
      await page.getByRole('button', { name: texts.add }).click()
      await page.getByRole('checkbox', { name: texts.everything }).press('Space')
      await page.getByRole('dialog').getByRole('button', { name: texts.add }).click()
      await expect(page.getByText(texts.addressMissing)).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'long-path' }).click()
      await page.getByRole('button', { name: texts.show, exact: true }).click()
      await expect(page.getByLabel(texts.secret.v1)).toBeVisible()
      await expect(page.getByText('500')).toBeVisible(PATIENCE)
      await look(page)
      await page.getByRole('button', { name: texts.details }).first().click()
      await expect(page.getByRole('dialog').getByLabel(texts.answer).first()).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: texts.resendTime }).click()
      await look(page)
      await page.keyboard.press('Escape')
      await rows(
        scene,
        `update webhook_endpoints set state = 'disabled', disabled_reason = 'failing', disabled_at = now()`,
      )
      await page.reload()
      await expect(page.getByRole('button', { name: texts.switchOn })).toBeVisible()
      await look(page)
      await page.getByRole('button', { name: texts.delete }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await look(page)
    })
  })
}
