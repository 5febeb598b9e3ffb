/**
 * Every call below /v1, made by those who are nothing to whoever sent: they learn of nothing that it is there. A new
 * call fails here until it says which of the sender's things it is about.
 */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { contract, isForPrograms, SCOPES, type CallName, type Endpoint } from '@rubrica/contract'
import { makePdf, openScene, runCli, sendDocument, senderToken, type Scene } from '@rubrica/testing'
import { bodiesFor } from './access-matrix/right-bodies.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }

type Things = Readonly<Record<string, string>>

let scene: Scene
let things: Things
let secret: string
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await rows(`update user_subscriptions set roles = '{sender}'`)
  await rows('update subscriptions set allows_guests = true')
  await rows(`update clients set scopes = '{documents,login}' where id = 'scene'`)
  things = await makeThings()
  const env = { DATABASE_URL: scene.portal.server.database!.url, DATA_DIR: scene.portal.server.dataDir }
  const words = ['client', 'add', 'other', '--subscription', 'Demo', '--scope', 'documents', '--json']
  ;({ secret } = JSON.parse((await runCli(words, env)).stdout) as { secret: string })
})
afterAll(() => scene[Symbol.asyncDispose]())

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** One of each kind that somebody may have who sends, all Biel's, and of a team of his. */
async function makeThings(): Promise<Things> {
  const { portal, people } = scene
  const { token } = people.biel
  const make = async (path: string, body: object, method = 'POST'): Promise<Record<string, string>> => {
    const isFile = body instanceof Blob
    const answer = await fetch(`${portal.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isFile ? body.type || 'application/pdf' : 'application/json',
      },
      body: isFile ? body : JSON.stringify(body),
    })
    expect([201, 204], path).toContain(answer.status)
    return answer.status === 204 ? {} : ((await answer.json()) as Record<string, string>)
  }
  const document = await sendDocument(portal.url, token, {
    document: makePdf(),
    attachments: [{ fileName: 'annex-of-biel.pdf', bytes: makePdf() }],
    description: { fileName: 'sent-by-biel.pdf', signers: [{ userId: 'biel' }] },
  })
  const [team] = await rows<{ id: string }>(
    `insert into teams select gen_random_uuid(), subscription_id, 'Of Biel', now() from documents where id = $1 returning id`,
    [document.guid],
  )
  await rows('insert into team_members values ($1, $2, true)', [team!.id, people.biel.userId])
  await rows('update documents set team_id = $1 where id = $2', [team!.id, document.guid])
  const [attachment] = await rows<{ id: string }>('select id from attachments where document_id = $1', [document.guid])
  const file = await make('/files', new Blob([new Uint8Array(makePdf())]))
  const draft = await make('/drafts', draftOfOneFile())
  const filterGuid = crypto.randomUUID()
  await make(`/filters/${filterGuid}`, { name: 'filter-of-biel', filters: { state: 'open' } }, 'PUT')
  const bulk = await make('/bulk-acts', { act: 'download', documents: [document.guid], files: ['original'] })
  const template = await make('/templates', bodies()['createTemplate']!)
  const contact = await make('/contacts', { guest: { name: 'Contact of Biel', email: 'contact-of-biel@example.org' } })
  const group = await make('/groups', {
    name: 'group-of-biel',
    team: team!.id,
    members: [{ contact: contact['guid'] }],
  })
  const bulkSend = await make('/bulk', new Blob(['Tenant\nana\n'], { type: 'text/csv' }))
  const webhook = await make('/webhooks', { url: 'https://webhook-of-biel.example.org/' })
  const message = await make(`/webhooks/${webhook['guid']}/tests`, {})
  await vi.waitFor(async () => {
    const [row] = await rows('select 1 from bulk_send_rows where bulk_send_id = $1', [bulkSend['guid']])
    expect(row).toBeDefined()
  }, PATIENCE)
  return {
    templateId: template['guid']!,
    contactId: contact['guid']!,
    groupId: group['guid']!,
    bulkSendId: bulkSend['guid']!,
    webhookId: webhook['guid']!,
    messageId: message['guid']!,
    // The headings are the first.
    rowNumber: '2',
    docGuid: document.guid,
    sentSignerGuid: document.signers[0]!.guid,
    sentAttachmentGuid: attachment!.id,
    fileId: file['id']!,
    draftId: draft['id']!,
    filterGuid,
    bulkGuid: bulk['guid']!,
    page: '1',
  }
}

/** Of which a mail can be shown. */
function draftOfOneFile() {
  const { content } = bodies()['createDraft'] as { content: object }
  return { content: { ...content, files: [{ key: 'a', name: 'a.pdf', size: 1, file: null }] } }
}

const bodies = () => bodiesFor({ ana: scene.people.ana, signerGuid: crypto.randomUUID() })

/** Calls about nothing that is there already; what they say is of the caller alone. */
const OF_THE_CALLER: readonly CallName[] = [
  'sendDocument',
  'sendDispatch',
  'suggestPeople',
  'sentDocuments',
  'startBulkAct',
  'savedFilters',
  'uploadFile',
  'drafts',
  'createDraft',
  'userToken',
  'teams',
  'signingMeans',
  'templates',
  'createTemplate',
  'importTemplate',
  'contacts',
  'addContact',
  'suggestRecipients',
  'groups',
  'createGroup',
  'bulkSends',
  'createBulkSend',
  'webhooks',
  'createWebhook',
]

const calls = (Object.entries(contract) as [CallName, Endpoint][]).filter(([, entry]) => isForPrograms(entry))
const isAboutThings = ({ path }: Endpoint) => path.includes(':')
/** Lists of what is the caller's. */
const lists = calls.filter(([, entry]) => entry.method === 'GET' && !isAboutThings(entry))

test('each call is about something of the sender, or is known to be about none', () => {
  const rest = calls.filter(([, entry]) => !isAboutThings(entry)).map(([name]) => name)
  expect(rest.toSorted()).toEqual([...OF_THE_CALLER].toSorted())
  const parts = calls.flatMap(([, { path }]) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!))
  expect([...new Set(parts)].toSorted()).toEqual(Object.keys(things).toSorted())
})

function request(name: CallName, { method, path, body }: Endpoint, token: string): Promise<Response> {
  const about: Partial<Record<CallName, object>> = {
    createSigningLink: { signer: things['sentSignerGuid'], returnUrl: 'https://scene.example.test/done' },
    mapBulkSend: { template: things['templateId'] },
    changeDraft: draftOfOneFile(),
  }
  const own = about[name] ?? bodies()[name]
  return fetch(`${scene.portal.url}/api${path.replace(/:(\w+)/g, (_, part: string) => things[part]!)}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'if-match': '*',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(own ?? {}) }),
  })
}

const isOpenTo = ({ scopes }: Endpoint, scope: string) => scopes?.includes(scope) ?? false
const other = () => senderToken(scene.portal.url, { id: 'other', secret })
const SOMETHING = '00000000-0000-4000-8000-00000000000a'

/** Those who are nothing to Biel, and what makes them so. */
const STRANGERS = {
  'a stranger of the same subscription': {
    scope: SCOPES.portal,
    token: async () => scene.people.ana.token,
    before: [],
  },
  'another team': {
    scope: SCOPES.portal,
    token: async () => scene.people.ana.token,
    before: [
      `insert into teams select '${SOMETHING}', id, 'Of Ana', now() from subscriptions where name = 'Demo'`,
      `insert into team_members select '${SOMETHING}', id, true from users where user_id = 'ana'`,
    ],
  },
  'another subscription': {
    scope: SCOPES.portal,
    token: async () => scene.people.carla.token,
    before: [
      `insert into subscriptions (id, name, primary_color, primary_text_color, secondary_color, secondary_text_color, created_at)
         select '${SOMETHING}', 'Other', primary_color, primary_text_color, secondary_color, secondary_text_color, now()
         from subscriptions where name = 'Demo'`,
      `update user_subscriptions set subscription_id = '${SOMETHING}', roles = '{manager}'
         where user_id = (select id from users where user_id = 'carla')`,
    ],
  },
  'another program of the subscription': { scope: SCOPES.sender, token: other, before: [] },
  'a program of another subscription': {
    scope: SCOPES.sender,
    token: other,
    before: [`update clients set subscription_id = '${SOMETHING}' where id = 'other'`],
  },
} as const

test.each(Object.entries(STRANGERS))(
  '%s finds nothing of what somebody sent, by any call',
  async (_, { scope, token, before }) => {
    for (const statement of before) await rows(statement)
    const stranger = await token()
    const answers: Record<string, string> = {}
    for (const [name, entry] of calls.filter(([, one]) => isAboutThings(one) && isOpenTo(one, scope))) {
      const answer = await request(name, entry, stranger)
      const { Code } = (await answer.json()) as { Code: string }
      answers[name] =
        `${answer.status} ${Code.replace(/^(?:DOCUMENT|FILE|DRAFT|FILTER|BULK_ACT|TEMPLATE|CONTACT|GROUP|BULK_SEND|WEBHOOK)_/, '')}`
    }
    expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, '404 NOT_FOUND'])))
    for (const [name, entry] of lists.filter(([, one]) => isOpenTo(one, scope))) {
      const answer = await request(name, entry, stranger)
      const text = await answer.text()
      for (const thing of [
        'sent-by-biel',
        'filter-of-biel',
        'contact-of-biel',
        'group-of-biel',
        'webhook-of-biel',
        ...['draftId', 'templateId', 'bulkSendId'].map((one) => things[one]!),
      ])
        expect(text, name).not.toContain(thing)
    }
  },
)

test('whoever sent finds each of them', async () => {
  // What ends a thing comes last.
  const ends = ({ method, path }: Endpoint) => method === 'DELETE' || path.endsWith('/cancelled')
  const own = calls.filter(([, entry]) => isAboutThings(entry) && isOpenTo(entry, SCOPES.portal))
  for (const [name, entry] of own.toSorted(([, one], [, other]) => Number(ends(one)) - Number(ends(other)))) {
    const answer = await request(name, entry, scene.people.biel.token)
    expect(answer.status, name).not.toBe(404)
  }
})
