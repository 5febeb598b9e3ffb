/**
 * Every call of the contract with a valid token, and in turn each of its fields replaced by each of a list of hostile
 * values: none may be an error of the server, and each refusal has the contract's shape.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  contract,
  isForPrograms,
  problem,
  problemDetails,
  problemsOf,
  SCOPES,
  type CallName,
  type Endpoint,
} from '@rubrica/contract'
import { IN_FULL_RUN, makePdf, openScene, type Scene } from '@rubrica/testing'
import { exampleOf, type Example, type ExampleFacts } from '../scenes/contract-examples.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES, pathsOf, replaced, toJson } from '../scenes/hostile-values.ts'

let scene: Scene
let facts: ExampleFacts
let recoveryToken: string
beforeAll(async () => {
  const many = '1000000'
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: {
      CALLS_PER_MINUTE: many,
      LOGINS_PER_MINUTE_AND_ADDRESS: many,
      LOGINS_PER_MINUTE_AND_USER: many,
      LOG_LEVEL: 'warn',
      PUBLIC_HEADS: 'on',
    },
  })
  const document = await scene.send({
    signers: ['carla'],
    signer: { approvers: [{ userId: 'carla' }] },
    attachments: [{ fileName: 'annex.pdf', bytes: makePdf() }],
  })
  const database = scene.portal.server.database!
  await database.query(`update signers set state = 'pending' where document_id = $1`, [document.guid])
  const rows = await database.query<{ approver: string; attachment: string }>(
    `select approvers.id as approver, attachments.id as attachment
       from approvers join attachments using (document_id) where document_id = $1`,
    [document.guid],
  )
  const [copy] = await database.query<{ id: string }>(
    `insert into copies (id, document_id, subscription_id, user_id, given_at)
       select gen_random_uuid(), documents.id, subscription_id, users.id, now() from documents, users
       where documents.id = $1 and users.user_id = 'carla' returning copies.id`,
    [document.guid],
  )
  const { access_token: token } = await scene.people.carla.call.token({
    body: { grant_type: 'password', username: 'carla', password: '', scope: SCOPES.recovery },
  })
  recoveryToken = token
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }
  const { approver, attachment } = rows[0]!
  facts = {
    carla: scene.people.carla,
    docGuid: document.guid,
    signerGuid: document.signers[0]!.guid,
    approverGuid: approver,
    copyGuid: copy!.id,
    attGuid: attachment,
    recoveryId: sub,
  }
})
afterAll(() => scene[Symbol.asyncDispose]())

/** Percent-encoded; a lone surrogate as the bytes that a careless program makes of it. */
const encoded = (text: string) =>
  [...text].map((character) => (/\p{Cs}/u.test(character) ? '%ED%A0%80' : encodeURIComponent(character))).join('')

interface Attack {
  readonly what: string
  readonly name: CallName
  readonly example: Example
  /** Replaces the body that the example would make. */
  readonly query?: string
}

/** What a header may hold, as far as HTTP itself goes; a connection whose headers are too long is closed. */
const HEADER_TEXT = /^[\x21-\x7e][\x20-\x7e\x80-\xff]{0,6000}$/

function* attacksOnTexts(name: CallName, example: Example): Generator<Attack> {
  for (const part of ['params', 'query', 'headers'] as const) {
    const texts = part === 'headers' ? HOSTILE_TEXTS.filter((text) => HEADER_TEXT.test(text)) : HOSTILE_TEXTS
    for (const field of Object.keys(example[part] ?? {})) {
      for (const text of texts) {
        yield { what: `${part}.${field}`, name, example: { ...example, [part]: { ...example[part], [field]: text } } }
      }
    }
  }
}

/** Else every eighth, and from field to field another one: all of them are a few ten thousand requests. */
const EVERY = IN_FULL_RUN ? 1 : 8

function* someAttacksOn(name: CallName): Generator<Attack> {
  let place = 0
  for (const attack of attacksOn(name)) if (place++ % EVERY === 0) yield attack
}

function* attacksOn(name: CallName): Generator<Attack> {
  const example = exampleOf(name, facts)
  yield* attacksOnTexts(name, example)
  for (const field of Object.keys(example.query ?? {})) {
    yield { what: `${field} twice`, name, example, query: `${field}=1&${field}=2` }
    yield { what: `${field}[]`, name, example, query: `${field}[]=1&${field}[a][b]=2&${field}.length=9` }
  }
  yield { what: 'an endless query', name, example, query: `a=${'b'.repeat(6000)}&__proto__=1&constructor=2&=&&&%` }
  if (example.body === undefined) return
  for (const path of pathsOf(example.body)) {
    for (const value of HOSTILE_VALUES) {
      yield { what: `body.${path.join('.')}`, name, example: { ...example, body: replaced(example.body, path, value) } }
    }
  }
}

function bearerOf(name: CallName, { scopes = [] }: Endpoint): string {
  // The session is over then; nobody in this test is Biel.
  if (name === 'revokeToken') return scene.people.biel.token
  if (name === 'recoverPassword') return recoveryToken
  if (scopes.includes(SCOPES.logIn)) return scene.logInToken
  return scopes.includes(SCOPES.sender) ? scene.senderToken : scene.people.carla.token
}

function requestFor({ name, example, query }: Attack): { url: string; init: RequestInit } {
  const entry: Endpoint = contract[name]
  const path = entry.path.replace(/:(\w+)/g, (_, field: string) => encoded(example.params?.[field] ?? 'x'))
  const pairs = Object.entries(example.query ?? {}).map(([field, text]) => `${field}=${encoded(text)}`)
  const bearer = bearerOf(name, entry)
  const authorization = entry.auth === 'basic' ? `Basic ${btoa('portal:')}` : `Bearer ${bearer}`
  const { body, type } = bodyFor(entry, example.body)
  return {
    url: `${scene.portal.url}/api${path}?${query ?? pairs.join('&')}`,
    init: { method: entry.method, headers: { authorization, ...type, ...example.headers }, body },
  }
}

const PDF = new Blob([new Uint8Array(makePdf())])

function bodyFor(entry: Endpoint, body: unknown): { body?: string | FormData | Blob; type?: Record<string, string> } {
  if (entry.bodyKind === 'file') return { body: PDF, type: { 'content-type': 'application/pdf' } }
  if (body === undefined) return {}
  if (entry.bodyKind !== 'multipart') return { body: toJson(body), type: { 'content-type': 'application/json' } }
  const form = new FormData()
  // As a file: the encoding of a form would mend line ends and lone surrogates.
  form.set('description', new Blob([toJson(body)]), 'description.json')
  form.set('document', PDF, 'document.pdf')
  return { body: form }
}

/** What a path with other values may be answered, since it may be that of another call or of none. */
const ELSEWHERE = ['NOT_FOUND', 'METHOD_NOT_ALLOWED']

/** Programs are told beforehand which refusals a call has. */
const isDescribed = (entry: Endpoint, code: string) =>
  [...problemsOf(entry), ...ELSEWHERE].some((described) => described === code)

/** A request that is too long is refused before its address is known. */
const TOO_LONG = 431

/** @returns what is wrong with the answer, if anything is */
async function wrongWith(attack: Attack): Promise<string | undefined> {
  const { url, init } = requestFor(attack)
  const answer = await fetch(url, init)
  const text = await answer.text()
  const described = `${attack.name} ${attack.what}: ${answer.status} ${text.slice(0, 300)}`
  if (answer.status < 400) return undefined
  if (answer.status >= 500) return described
  try {
    const entry: Endpoint = contract[attack.name]
    if (!isForPrograms(entry) || answer.status === TOO_LONG) problem.parse(JSON.parse(text))
    else if (!isDescribed(entry, problemDetails.parse(JSON.parse(text)).Code)) return described
    return undefined
  } catch {
    return described
  }
}

test.each(Object.keys(contract) as CallName[])('%s: no hostile value is an error of the server', async (name) => {
  const attacks = someAttacksOn(name)
  const wrong: string[] = []
  let made = 0
  const work = async () => {
    for (const attack of attacks) {
      made += 1
      const found = await wrongWith(attack)
      if (found !== undefined) wrong.push(found)
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  expect(wrong).toEqual([])
  expect(made).toBeGreaterThan(0)
})

test('nothing unexpected was noted meanwhile, and what got in is listed', async () => {
  expect(scene.portal.server.log()).not.toContain('unexpected error')
  for (const OrderBy of ['FileName', 'UploadTime', 'Tag', 'SenderName', 'Certificate'] as const) {
    const { List } = await scene.people.carla.call.pendingDocuments({ query: { OrderBy, PageSize: '100' } })
    expect(List.length).toBeGreaterThan(0)
  }
})
