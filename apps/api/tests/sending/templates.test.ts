/** Templates: versions that never change, who sees and who changes them, and what is sent from them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, faultsOf, ifVersion, openTemplateScene } from '../scenes/template-scene.ts'

let open: Awaited<ReturnType<typeof openTemplateScene>>
beforeAll(async () => {
  open = await openTemplateScene()
})
afterAll(() => open.scene[Symbol.asyncDispose]())

interface Template {
  readonly guid: string
  readonly version: number
  readonly shown: number
  readonly mayEdit: boolean
  readonly content: {
    readonly message: string
    readonly documents: { readonly file: string; readonly fileName: string }[]
  }
}

const contentOf = (files: readonly string[], more: object = {}) => ({
  documents: files.map((file) => ({ file })),
  signers: [
    { role: 'Tenant', stage: 1, reason: 'Rents', positions: [{ anchor: 'contract' }] },
    { userId: 'biel', stage: 2, approvers: [{ role: 'Director' }] },
  ],
  message: 'Canary lease',
  tags: ['lease'],
  ...more,
})
const create = async (content: object, more: object = {}) => {
  const answer = await open.write('biel', 'POST templates', { name: 'Lease', content, ...more })
  expect(answer.status).toBe(201)
  return { template: (await answer.json()) as Template, tag: answer.headers.get('etag') }
}
const use = (
  who: 'biel' | 'ana' | 'carla',
  { guid }: { guid: string },
  body: object,
  headers: Record<string, string> = {},
) => open.write(who, `POST templates/${guid}/dispatches`, body, headers)
const FILLED = { Tenant: { userId: 'ana' }, director: { userId: 'ana' } }

test('a template is sealed at rest, listed with its roles, and its upload stays for whoever handed it over', async () => {
  const file = await open.upload('biel')
  const { template, tag } = await create(contentOf([file]))
  expect(template).toMatchObject({
    version: 1,
    shown: 1,
    mayEdit: true,
    content: { documents: [{ fileName: 'Lease.pdf' }] },
  })
  expect(tag).toBe('"v1"')
  const listed = (await (await open.ask('biel', 'templates?limit=1')).json()) as { data: object[]; next: string | null }
  expect(listed.data).toMatchObject([{ guid: template.guid, roles: ['Tenant', 'Director'], files: 1, signers: 2 }])
  const [row] = await open.rows<{ text: string }>(
    `select encode(sealed_content, 'escape') || encode(sealed_summary, 'escape') as text from template_versions where template_id = $1`,
    [template.guid],
  )
  expect(row!.text).not.toMatch(/Canary|Tenant|biel/i)
  expect((await open.ask('biel', `files/${file}`)).status).toBe(200)
})

test('what a template says of reminders counts where it is used, unless that says otherwise', async () => {
  const reminders = { first: 7, every: 7, most: 2 }
  const { template } = await create(contentOf([await open.upload('biel')], { reminders }))
  const remindersOf = async (more: object) => {
    const answer = await open.write('biel', `POST templates/${template.guid}/dispatches`, { roles: FILLED, ...more })
    const { documents } = (await answer.json()) as { documents: { guid: string }[] }
    const status = await open.ask('biel', `documents/${documents[0]!.guid}`)
    return ((await status.json()) as { reminders: object }).reminders
  }
  expect(await remindersOf({})).toEqual({ ...reminders, isOwn: true })
  expect(await remindersOf({ reminders: { ...reminders, most: 0 } })).toEqual({ ...reminders, most: 0, isOwn: true })
  expect(await remindersOf({ reminders: null })).toEqual({ first: 3, every: 3, most: 5, isOwn: false })
})

test('what is sent keeps the id and the version, fills the roles, and uses no file of the template up', async () => {
  const { template, tag } = await create(contentOf([await open.upload('biel')], { deadlineDays: 10 }))
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await use('biel', template, { roles: FILLED, version: 1 }, key)
  expect(first.status).toBe(201)
  const sent = (await first.json()) as { guid: string; documents: { guid: string; fileName: string }[] }
  expect(sent.documents).toMatchObject([{ fileName: 'Lease.pdf' }])
  expect(await (await use('biel', template, { roles: FILLED, version: 1 }, key)).json()).toEqual(sent)
  const [row] = await open.rows('select template_id, template_version from dispatches where id = $1', [sent.guid])
  expect(row).toEqual({ template_id: template.guid, template_version: 1 })
  const document = await (await open.ask('biel', `documents/${sent.documents[0]!.guid}`)).json()
  expect(document).toMatchObject({
    ...{ message: 'Canary lease', tags: ['lease'], template: { guid: template.guid, version: 1 } },
    signers: [
      { userId: 'ana', stage: 1, signsFor: 'Rents' },
      { userId: 'biel', stage: 2, approvers: [{ userId: 'ana' }] },
    ],
  })
  expect(Date.parse((document as { deadline: string }).deadline)).toBeGreaterThan(Date.now() + 9 * 86_400_000)
  expect((await use('biel', template, { roles: FILLED, fileNames: ['Ana.pdf'] })).status).toBe(201)
  const deleted = await open.ask('biel', `templates/${template.guid}`, { method: 'DELETE', headers: ifVersion(tag) })
  expect(await codeOf(deleted)).toEqual([409, 'TEMPLATE_IN_USE'])
})

test('the list is narrowed to what was sent from a template, in any version, and only to what the caller sees', async () => {
  const { template, tag } = await create(contentOf([await open.upload('biel')]), { share: 'subscription' })
  const { template: other } = await create(contentOf([await open.upload('biel')]))
  const sendOf = async (who: 'biel' | 'ana', { guid }: Template) => {
    const answer = await open.write(who, `POST templates/${guid}/dispatches`, { roles: FILLED })
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { documents: { guid: string }[] }).documents[0]!.guid
  }
  const first = await sendOf('biel', template)
  const content = contentOf([template.content.documents[0]!.file], { message: 'Second version' })
  const next = await open.write('biel', `POST templates/${template.guid}/versions`, { content }, ifVersion(tag))
  expect(next.status).toBe(201)
  const second = await sendOf('biel', template)
  await sendOf('biel', other)
  const anas = await sendOf('ana', template)
  const found = async (who: 'biel' | 'ana', search: string) => {
    const answer = await open.ask(who, `documents?${search}`)
    return ((await answer.json()) as { data: { guid: string }[] }).data.map(({ guid }) => guid)
  }
  expect(await found('biel', `template=${template.guid}`)).toEqual([second, first])
  expect(await found('biel', `template=${template.guid.toUpperCase()}&limit=1`)).toEqual([second])
  expect(await found('biel', `template=${template.guid}&state=completed`)).toEqual([])
  expect(await found('ana', `template=${template.guid}`)).toEqual([anas])
  expect(await found('biel', `template=${crypto.randomUUID()}`)).toEqual([])
  expect(await codeOf(await open.ask('biel', 'documents?template=lease'))).toEqual([400, 'VALIDATION_FAILED'])
})

test('a repeated use is answered as the first one, also once the template is archived; a new one is refused', async () => {
  const { template, tag } = await create(contentOf([await open.upload('biel')]))
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await use('biel', template, { roles: FILLED }, key)
  expect(first.status).toBe(201)
  const archived = await open.write('biel', `PATCH templates/${template.guid}`, { isArchived: true }, ifVersion(tag))
  expect(archived.status).toBe(200)
  const again = await use('biel', template, { roles: FILLED }, key)
  expect([again.status, await again.json()]).toEqual([201, await first.json()])
  expect(await codeOf(await use('biel', template, { roles: FILLED, message: 'Other' }, key))).toEqual([
    ...[422, 'IDEMPOTENCY_KEY_REUSED'],
  ])
  expect(await codeOf(await use('biel', template, { roles: FILLED }))).toEqual([409, 'TEMPLATE_ARCHIVED'])
})

test('a change makes the next version of two at once one wins, and the versions before stay as they were', async () => {
  const { template, tag } = await create(contentOf([await open.upload('biel')]))
  const { documents } = template.content
  const next = (message: string) =>
    open.write(
      'biel',
      `POST templates/${template.guid}/versions`,
      { content: contentOf([], { documents, message }) },
      ifVersion(tag),
    )
  const answers = await Promise.all([next('two'), next('another two')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 412])
  const read = async (version: number) =>
    (await (await open.ask('biel', `templates/${template.guid}?version=${version}`)).json()) as Template
  expect(await read(1)).toMatchObject({ version: 2, shown: 1, content: { ...template.content } })
  expect((await read(2)).content.message).toMatch(/two/)
  expect((await open.ask('biel', `templates/${template.guid}?version=3`)).status).toBe(404)
  const versions = (await (await open.ask('biel', `templates/${template.guid}/versions`)).json()) as { data: object[] }
  expect(versions.data).toMatchObject([{ version: 2 }, { version: 1 }])
  const put = await open.write('biel', `PUT templates/${template.guid}/versions/1`, { content: contentOf([]) })
  expect(put.status).toBe(404)
})

test('a role that nobody fills and one that there is not are refused with pointers, and so is an unknown person', async () => {
  const { template } = await create(contentOf([await open.upload('biel')]))
  expect(await faultsOf(await use('biel', template, { roles: { Landlord: { userId: 'ana' } } }))).toEqual([
    ['#/roles/Tenant', 'ROLE_UNFILLED'],
    ['#/roles/Director', 'ROLE_UNFILLED'],
    ['#/roles/Landlord', 'ROLE_UNKNOWN'],
  ])
  const unknown = await use('biel', template, { roles: { Tenant: { userId: 'nobody' }, Director: { userId: 'ana' } } })
  expect(await faultsOf(unknown)).toEqual([['#/roles/Tenant', 'SIGNER_UNKNOWN']])
})

test('what a template locks is not given, each by its pointer; what it does not lock takes the place of its own', async () => {
  const locks = ['files', 'title', 'people', 'places', 'message', 'deadline', 'tags']
  const { template } = await create(contentOf([await open.upload('biel')], { locks }))
  const given = {
    ...{ fileNames: ['x.pdf'], message: '', tags: [], deadline: '2099-01-01T00:00:00Z' },
    ...{ documents: [{ file: await open.upload('biel') }], signers: [{ userId: 'ana' }], copies: [] },
  }
  const faults = await faultsOf(await use('biel', template, { roles: FILLED, ...given }))
  const named = ['copies', 'deadline', 'documents', 'fileNames', 'message', 'signers', 'tags']
  expect(
    faults!
      .filter(([, code]) => code === 'LOCKED')
      .map(([pointer]) => pointer)
      .toSorted(),
  ).toEqual(named.map((part) => `#/${part}`))
  expect(await faultsOf(await use('biel', template, { roles: FILLED, positions: [[], []] }))).toEqual([
    ['#/positions', 'LOCKED'],
  ])
  expect((await use('biel', template, { roles: FILLED })).status).toBe(201)
  const { template: free } = await create(contentOf([], {}))
  expect(await faultsOf(await use('biel', free, { roles: FILLED }))).toEqual([['#/documents', 'MISSING']])
  expect((await use('biel', free, { ...given, roles: {}, fileNames: undefined })).status).toBe(201)
})

test('a private template is nothing to anybody else; a team sees what is shared with it, another subscription never', async () => {
  const { template, tag } = await create(contentOf([await open.upload('biel')]))
  const path = `templates/${template.guid}`
  const isSeenBy = async (who: 'ana' | 'carla' | 'program') => (await open.ask(who, path)).status === 200
  const share = async (change: object, etag: string | null) => {
    const answer = await open.write('biel', `PATCH ${path}`, change, ifVersion(etag))
    expect(answer.status).toBe(200)
    return answer.headers.get('etag')
  }
  expect([await isSeenBy('ana'), await isSeenBy('carla')]).toEqual([false, false])
  const others = await open.makeTeam('Others', 'biel')
  const shared = await share({ share: 'team', team: others }, tag)
  expect([await isSeenBy('ana'), await isSeenBy('carla')]).toEqual([false, false])
  await open.rows('insert into team_members (team_id, user_id, may_manage) values ($1, $2, false)', [
    others,
    open.idOf('ana'),
  ])
  expect([await isSeenBy('ana'), await isSeenBy('carla')]).toEqual([true, false])
  const everybody = await share({ share: 'subscription' }, shared)
  expect([await isSeenBy('ana'), await isSeenBy('carla')]).toEqual([true, false])
  for (const [who, status] of [
    ['ana', 403],
    ['carla', 404],
  ] as const) {
    const headers = ifVersion(everybody)
    expect((await open.write(who, `PATCH ${path}`, { name: 'Mine' }, headers)).status).toBe(status)
    expect((await open.ask(who, path, { method: 'DELETE', headers })).status).toBe(status)
    const version = await open.write(
      who,
      `POST ${path}/versions`,
      { content: { ...template.content, documents: [] } },
      headers,
    )
    expect(version.status).toBe(status)
  }
  for (const call of ['uploads', 'dispatches'])
    expect((await open.write('carla', `POST ${path}/${call}`, {})).status).toBe(404)
  for (const call of ['versions', 'exported']) expect((await open.ask('carla', `${path}/${call}`)).status).toBe(404)
  expect((await use('ana', template, { roles: FILLED })).status).toBe(201)
  const archived = await share({ isArchived: true }, everybody)
  expect(await codeOf(await use('ana', template, { roles: FILLED }))).toEqual([409, 'TEMPLATE_ARCHIVED'])
  await share({ isArchived: false }, archived)
  expect((await use('ana', template, { roles: FILLED })).status).toBe(201)
})

test('who only sends keeps templates of their own, and shares none', async () => {
  const body = { name: 'Mine', content: contentOf([await open.upload('ana')]) }
  const own = await open.write('ana', 'POST templates', body)
  expect(own.status).toBe(201)
  const { guid } = (await own.json()) as Template
  const shared = await open.write('ana', `PATCH templates/${guid}`, { share: 'subscription' }, ifVersion('"v1"'))
  expect(await codeOf(shared)).toEqual([403, 'NOT_A_TEMPLATE_EDITOR'])
  expect(await codeOf(await open.write('ana', 'POST templates', { ...body, share: 'subscription' }))).toEqual([
    403,
    'NOT_A_TEMPLATE_EDITOR',
  ])
  const foreign = await open.write('biel', 'POST templates', body)
  expect(await codeOf(foreign)).toEqual([404, 'FILE_NOT_FOUND'])
  const deleted = await open.ask('ana', `templates/${guid}`, { method: 'DELETE', headers: ifVersion('"v1"') })
  expect(deleted.status).toBe(204)
})

test('files of a version are handed over again, to be placed on and sent as one likes', async () => {
  const { template } = await create(contentOf([await open.upload('biel')]), { share: 'subscription' })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const copy = async () =>
    (await (await open.write('ana', `POST templates/${template.guid}/uploads`, {}, key)).json()) as {
      documents: { file: { id: string; name: string } }[]
    }
  const copied = await copy()
  expect(copied.documents).toMatchObject([{ file: { name: 'Lease.pdf' } }])
  expect(await copy()).toEqual(copied)
  const file = copied.documents[0]!.file.id
  expect((await open.ask('ana', `files/${file}/pages/1`)).status).toBe(200)
  const signers = [{ userId: 'biel', positions: [{ page: 1, x: 10, y: 10, width: 180, height: 60 }] }]
  expect((await use('ana', template, { roles: {}, documents: [{ file }], signers })).status).toBe(201)
})
