/** The list of what somebody sent: who has it, what it says, what it is narrowed by. */
import { expect } from '@playwright/test'
import type { ClientOf, Contract } from '@rubrica/contract'
import { DEMO_PASSWORD, logIn, openScene, makePdf } from '@rubrica/testing'
import { operate } from '../scenes/allow-types.ts'
import { addedDays, expectAccessible, holdRequests, openAs, openWith, problem, test } from '../scenes/portal-scene.ts'
import { happened, openSent, SENDER, sendSome, sentDocuments as documents, sentLink } from '../scenes/sent-scene.ts'
import { sharedPostgres } from '../scenes/share-postgres.ts'

type Item = Awaited<ReturnType<ClientOf<Contract>['sentDocuments']>>['data'][number]

const LIST = '**/api/v1/documents?*'
const ROLES = '**/api/memberships'

/** A document as the list has it, unless said otherwise one that nobody is asked about. */
const item = (given: Partial<Item>): Item => ({
  guid: crypto.randomUUID(),
  dispatch: crypto.randomUUID(),
  fileName: 'Somewhere.pdf',
  tags: [],
  state: 'open',
  uploadedAt: '2026-01-01T10:00:00Z',
  deadline: null,
  endedAt: null,
  signed: 0,
  signers: 3,
  awaited: [],
  questions: 0,
  lastEvent: { type: 'document-sent', at: '2026-01-01T10:00:00Z' },
  ...given,
})

test('who may send finds Sent beside Signed, and it leads to the list', async ({ page, scene }) => {
  await openAs(page, scene, { name: SENDER, path: '/signed' })
  await sentLink(page).click()
  await expect(page).toHaveURL(/\/sent$/)
  await expect(page).toHaveTitle(/Sent documents/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sent documents' })).toBeVisible()
  await expect(sentLink(page)).toHaveAttribute('aria-current', 'page')
})

test('a person without a role sees nothing of it, nor does anybody while the roles are not known', async ({
  page,
  scene,
}) => {
  const answered = page.waitForResponse(ROLES)
  await openAs(page, scene, { name: 'carla', path: '/signed' })
  await answered
  await expect(page.getByRole('navigation', { name: 'Screens' }).getByRole('link')).toHaveText([
    'Pending documents',
    /^Approvals/,
    'Signed',
  ])
  for (const path of ['/sent', `/sent/${crypto.randomUUID()}`]) {
    await page.goto(scene.portal.url + path)
    await expect(page.getByRole('heading', { name: 'You do not send documents' })).toBeVisible()
    await expectAccessible(page)
  }
})

test(
  'the list of pending documents does not wait for the roles, which are asked once',
  { tag: '@full' },
  async ({ page, scene }) => {
    await scene.send({ signers: [SENDER], description: { fileName: 'Does not wait.pdf' } })
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/memberships')) asked += 1
    })
    const release = await holdRequests(page, ROLES)
    await openAs(page, scene, { name: SENDER, path: '/documents?name=does+not+wait' })
    await expect(
      page
        .getByRole('table')
        .getByRole('link', { name: /Does not wait/ })
        .first(),
    ).toBeVisible()
    await expect(sentLink(page)).toHaveCount(0)
    release()
    await sentLink(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sent documents' })).toBeVisible()
    await page.getByRole('link', { name: 'Signed', exact: true }).click()
    await expect(page).toHaveURL(/\/signed$/)
    expect(asked).toBe(1)
  },
)

test(
  'roles that cannot be asked for leave the portal as it is, and the list says that it failed',
  { tag: '@full' },
  async ({ page, scene }) => {
    let isDown = true
    await page.route(ROLES, (route) => (isDown ? route.fulfill(problem(500, 'INTERNAL_ERROR')) : route.fallback()))
    await openAs(page, scene, { name: SENDER, path: '/sent?name=never-sent-by-anybody' })
    await expect(page.getByRole('heading', { name: 'The list could not be loaded' })).toBeVisible()
    await expect(sentLink(page)).toHaveCount(0)
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'No documents match' })).toBeVisible()
    await expect(sentLink(page)).toBeVisible()
  },
)

test('what was sent stands there, the latest first, and is narrowed in the address', async ({ page, scene }) => {
  const { prefix } = await sendSome(scene)
  await openSent(page, scene, prefix.toUpperCase())
  await expect(documents(page)).toContainText(['draft', 'offer', 'order', 'minutes', 'lease'])
  await expect(documents(page)).toContainText(['Withdrawn', 'Rejected', 'Under way', 'Complete', 'Under way'])
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('State').selectOption('Under way')
  await expect(documents(page)).toContainText(['order', 'lease'])
  await expect(page).toHaveURL(/state=open/)
  await page.getByLabel('Person').fill('carla')
  await page.getByLabel('Tag').fill('Housing')
  await expect(documents(page)).toContainText(['lease'])
  await page.getByRole('textbox', { name: 'From' }).fill(addedDays(-1).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'))
  await page.getByRole('textbox', { name: 'From' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`person=carla&tag=Housing&since=${addedDays(-1)}`))
  await page.reload()
  await expect(documents(page)).toContainText(['lease'])
  await page.getByLabel('No answer for').selectOption('7 days')
  await expect(page).toHaveURL(/silent=7/)
  await expect(page.getByRole('heading', { name: 'No documents match' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter No answer for 7 days' }).click()
  await expect(documents(page)).toContainText(['lease'])
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(/\/sent$/)
})

test('progress says how many have signed, for whom a document waits and since when', async ({ page, scene }) => {
  const since = `${addedDays(-1)}T10:00:00Z`
  const signer = (name: string) => ({ name, isApprover: false, since })
  const approver = (name: string) => ({ name, isApprover: true, since: '2026-01-02T10:00:00Z' })
  const data = [
    item({ signed: 2, awaited: [signer('Ana')] }),
    item({ awaited: ['Ana', 'Biel', 'Carla', 'Dora'].map(signer) }),
    item({ awaited: [approver('Ana'), approver('Biel')] }),
    item({ signed: 1, awaited: [signer('Carla'), approver('Dora')] }),
    item({ signed: 3, state: 'completed', lastEvent: { type: 'never-heard-of', at: since } }),
  ]
  await page.route('**/api/v1/documents', (route) => route.fulfill({ json: { data, next: null } }))
  await openAs(page, scene, { name: SENDER, path: '/sent' })
  await expect(documents(page)).toContainText([
    '2 of 3 signed, waits for Ana since yesterday',
    '0 of 3 signed, waits for Ana, Biel, and 2 more since yesterday',
    '0 of 3 signed, waits for the approval of Ana and Biel since Jan 2, 2026',
    '1 of 3 signed, waits for Carla since yesterday, waits for the approval of Dora since Jan 2, 2026',
    '3 of 3 signed',
  ])
  await expect(documents(page).last()).toContainText('Something else happened')
})

test('more than a page comes when it is asked for', { tag: '@full' }, async ({ page, scene }) => {
  await page.route(/\/api\/v1\/documents(?:\?.*)?$/, (route) => {
    const isSecond = new URL(route.request().url()).searchParams.get('cursor') === 'next'
    const fileName = isSecond ? 'Second.pdf' : 'First.pdf'
    return route.fulfill({ json: { data: [item({ fileName })], next: isSecond ? null : 'next' } })
  })
  await openAs(page, scene, { name: SENDER, path: '/sent' })
  await expect(documents(page)).toContainText(['First.pdf'])
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(documents(page)).toContainText(['First.pdf', 'Second.pdf'])
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test(
  'a failure says so and can be tried again, and nothing yet says what will stand there',
  { tag: '@full' },
  async ({ page, scene }) => {
    let isDown = true
    await page.route(LIST, (route) => (isDown ? route.fulfill(problem(500, 'INTERNAL_ERROR')) : route.fallback()))
    await openAs(page, scene, { name: SENDER, path: '/sent?name=never-sent-by-anybody' })
    await expect(page.getByRole('heading', { name: 'The list could not be loaded' })).toBeVisible()
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'No documents match' })).toBeVisible()
    await page.route('**/api/v1/documents', (route) => route.fulfill({ json: { data: [], next: null } }))
    await page.getByRole('button', { name: 'Clear all filters' }).first().click()
    await expect(page.getByRole('heading', { name: 'Nothing has been sent yet' })).toBeVisible()
  },
)

test(
  'who sends from several subscriptions chooses one of them, the address keeps it, and finds a document in either',
  { tag: '@full' },
  async ({ page }) => {
    await using scene = await openScene({ postgres: sharedPostgres() })
    const add = ['user', 'add', 'dora', '--name', 'Dora Mas', '--legal-id', 'X1', '--email', 'dora@sandbox.example']
    await operate(scene, ['subscription', 'add', 'Other house'])
    await operate(scene, [...add, '--subscription', 'Demo', '--subscription', 'Other house'], DEMO_PASSWORD)
    for (const subscription of ['Demo', 'Other house']) {
      await operate(scene, ['user', 'role', 'dora', '--give', 'sender', '--subscription', subscription])
    }
    const dora = await logIn(scene.portal.url, { userId: 'dora', password: DEMO_PASSWORD })
    const other = (await dora.call.memberships({})).List.find(({ Name }) => Name === 'Other house')!.Guid
    const sent = await dora.call.sentDocuments({ query: { subscription: other } })
    expect(sent.data).toEqual([])
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/v1/documents')) asked.push(searchParams.get('subscription'))
    })
    await openWith(page, scene, { token: dora.token, user: 'dora', path: '/sent?name=x' })
    const chooser = page.getByLabel('Sent from')
    await expect(chooser.locator('option')).toHaveText(['Demo', 'Other house'])
    await expect(page.getByRole('heading', { name: 'No documents match' })).toBeVisible()
    await chooser.selectOption('Other house')
    await expect(page).toHaveURL(new RegExp(`/sent\\?from=${other}$`))
    await expect(page.getByRole('heading', { name: 'Nothing has been sent yet' })).toBeVisible()
    expect(asked.at(-1)).toBe(other)
    await page.reload()
    await expect(chooser).toHaveValue(other)
    await expectAccessible(page)
    const document = { file: new Blob([Buffer.from(makePdf())], { type: 'application/pdf' }), name: 'Elsewhere.pdf' }
    const form = new FormData()
    form.set('document', document.file, document.name)
    form.set('description', JSON.stringify({ fileName: document.name, signers: [{ userId: 'dora' }] }))
    const answer = await fetch(`${scene.portal.url}/api/v1/documents?subscription=${other}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${dora.token}` },
      body: form,
    })
    const { guid } = (await answer.json()) as { guid: string }
    await page.goto(`${scene.portal.url}/sent/${guid}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Elsewhere.pdf' })).toBeVisible()
    await expect(happened(page)).toHaveCount(1)
  },
)
