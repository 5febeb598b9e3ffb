/** The mails of a draft: those that its people will get, written by what writes the real ones. */
import { beforeAll, expect, test, vi } from 'vitest'
import { makePdf, makePng } from '@rubrica/testing'
import { changingScene } from '../scenes/changing-scene.ts'

const { opened, query, ask, mailsOf } = changingScene({ CALLS_PER_MINUTE: '1000000', PUBLIC_URL: 'https://sign.test' })

beforeAll(async () => {
  await query(`update user_subscriptions set roles = '{sender}'`)
  await query(`update users set language = 'de' where user_id = 'ana'`)
  await query('update subscriptions set allows_guests = true')
})

const person = (userId: string) => ({ userId, name: userId, mailDomain: 'people.test', canSign: true })
const signer = (userId: string, more: object = {}) => ({
  ...{ ...person(userId), stage: 1, reason: '', readAll: false, approvers: [] },
  ...more,
})
const guest = (email: string) => ({ email, phone: '', provesPhone: false, language: 'fr', legalId: '' })
const contentOf = (file: string | null, more: object = {}) => ({
  files: [
    { key: 'one', name: 'lease.pdf', size: 1, file },
    { key: 'two', name: 'annex.pdf', size: 1, file: null },
  ],
  signers: [
    signer('ana', { approvers: [person('biel')] }),
    signer('guest:1', { name: 'Gemma', guest: guest('gemma@elsewhere.test') }),
  ],
  copies: [person('biel')],
  ...{ message: 'Please read page 2', deadline: null, tags: '', isVisible: true },
  ...more,
})

const asCarla = () => opened().people.carla.token
async function keep(content: object): Promise<string> {
  const { status, body } = await ask('drafts', { method: 'POST', body: { content }, token: asCarla() })
  expect(status).toBe(201)
  return body['id'] as string
}

interface Mail {
  readonly person: string
  readonly as: string
  readonly signer: string | null
  readonly language: string
  readonly mail: { readonly subject: string; readonly text: string; readonly html: string } | null
}
const mailsFor = async (id: string, search = '') => {
  const answer = await ask(`drafts/${id}/mails${search}`, { token: asCarla() })
  return { ...answer, data: answer.body['data'] as Mail[] }
}

test('each person of a draft has the mail of their role, in their language, about the file that is asked for', async () => {
  const id = await keep(contentOf(null))
  const { data, body } = await mailsFor(id)
  expect(body['senderName']).toMatch(/Carla/)
  expect(data.map(({ as, person: who, signer: of, language, mail }) => [as, who, of, language, mail!.subject])).toEqual(
    [
      ['approver', 'biel', 'ana', 'en', 'lease.pdf is waiting for your approval'],
      ['signer', 'ana', null, 'de', 'Zur Unterschrift: lease.pdf'],
      ['signer', 'guest:1', null, 'fr', 'lease.pdf attend votre signature'],
      ['copy', 'biel', null, 'en', 'lease.pdf is complete'],
    ],
  )
  for (const { mail } of data) expect(mail!.text).toContain('> Please read page 2')
  const second = await mailsFor(id, '?file=two')
  expect(second.data[0]!.mail!.subject).toBe('annex.pdf is waiting for your approval')
  expect(await mailsFor(id, '?file=three')).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' })
})

test('what is shown is what is sent, but for the link', async () => {
  const answer = await fetch(`${opened().portal.url}/api/v1/files`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${asCarla()}`, 'content-type': 'application/pdf' },
      'content-disposition': 'attachment; filename="same.pdf"',
    },
    body: new Uint8Array(makePdf()),
  })
  const { id: file } = (await answer.json()) as { id: string }
  const files = [{ key: 'one', name: 'same.pdf', size: 1, file }]
  const draft = await keep(
    contentOf(file, { files, signers: [signer('ana')], copies: [], deadline: '2027-01-31T09:15' }),
  )
  const { data } = await mailsFor(draft, '?timeZone=Europe/Madrid')
  expect(data[0]!.mail!.text).toMatch(/31\. Januar 2027.*09:15/)
  const body = {
    documents: [{ file, fileName: 'same.pdf' }],
    signers: [{ userId: 'ana' }],
    message: 'Please read page 2',
    deadline: '2027-01-31T08:15:00Z',
  }
  await query(`insert into mail_choices (user_id, choices, time_zone)
    select id, '{}', 'Europe/Madrid' from users where user_id = 'carla'`)
  expect((await ask('dispatches', { method: 'POST', body, token: asCarla() })).status).toBe(201)
  await vi.waitFor(
    async () => expect((await mailsOf('ana')).some(({ subject }) => subject.includes('same.pdf'))).toBe(true),
    {
      timeout: 120_000,
    },
  )
  const sent = (await mailsOf('ana')).find(({ subject }) => subject.includes('same.pdf'))!
  const withoutLink = (text: string) => text.replace(/https:\S+/g, '').trim()
  expect(sent.subject).toBe(data[0]!.mail!.subject)
  expect(withoutLink(sent.text)).toBe(withoutLink(data[0]!.mail!.text))
})

test('mails look as those of the subscription do, with its logo', async () => {
  const logo = `data:image/png;base64,${Buffer.from(makePng({ width: 2, height: 2 })).toString('base64')}`
  await query(`update subscriptions set primary_color = '#7a0019', logo = $1`, [logo])
  const { data, body } = await mailsFor(await keep(contentOf(null)))
  expect(body['logo']).toBe(logo)
  for (const { mail } of data) {
    expect(mail!.html).toContain('src="cid:logo"')
    expect(mail!.html).toContain('Please read page 2')
    expect(mail!.html.toLowerCase()).toContain('border-top:4px solid #7a0019')
  }
  await query(`update subscriptions set primary_color = '#00bf71', logo = null`)
})

test('nothing is sent or kept by looking, and there is no mail for who is not there', async () => {
  const draft = await keep(contentOf(null, { signers: [signer('nobody')], copies: [] }))
  const before = await query('select count(*) from pgboss.job')
  const { data } = await mailsFor(draft)
  expect(data).toMatchObject([{ person: 'nobody', mail: null }])
  expect(await query('select count(*) from pgboss.job')).toEqual(before)
})

test('an address that somebody of the subscription has shows the mail of that person', async () => {
  const signers = [signer('guest:2', { name: 'A', guest: guest('ANA@people.test') })]
  const { data } = await mailsFor(await keep(contentOf(null, { signers, copies: [] })))
  expect(data).toMatchObject([{ person: 'guest:2', language: 'de', mail: { subject: 'Zur Unterschrift: lease.pdf' } }])
})

test('the draft of somebody else has no mails', async () => {
  const id = await keep(contentOf(null))
  const answer = await ask(`drafts/${id}/mails`, { token: opened().people.biel.token })
  expect([answer.status, answer.code]).toEqual([404, 'DRAFT_NOT_FOUND'])
})

test('a draft whose deadline is no day of the calendar has mails without one', async () => {
  const id = await keep(contentOf(null, { deadline: '2026-99-99T99:99' }))
  const { data, body } = await mailsFor(id, '?timeZone=Europe/Madrid')
  expect(body['Code']).toBeUndefined()
  expect(data).toHaveLength(4)
})
