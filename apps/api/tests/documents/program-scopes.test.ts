/** What a program may do with documents is its scopes, all of it or parts. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, openScene, postDocument, type Scene } from '@rubrica/testing'
import { clientSecretHash } from '../../src/adapters/database/sessions/client-store.ts'

let scene: Scene
let guid: string
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  guid = (await scene.send({ signers: ['ana'] })).guid
})
afterAll(() => scene[Symbol.asyncDispose]())

/** A program of the scene's subscription with these scopes. */
async function programWith(scopes: readonly string[]) {
  const [id, secret] = [`program-${crypto.randomUUID().slice(0, 8)}`, 'not-so-secret']
  await scene.portal.server.database!.query(
    `insert into clients (id, subscription_id, name, secret_hash, redirect_uris, return_urls, scopes, created_at)
     select $1, subscription_id, $1, $2, '{}', '{}', $3, now() from clients where id = 'scene'`,
    [id, clientSecretHash(secret), scopes],
  )
  const token = (scope?: string) =>
    fetch(`${scene.portal.url}/api/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }),
    })
  const bearer = async (scope?: string) =>
    ((await (await token(scope)).json()) as { access_token: string }).access_token
  return { token, bearer }
}

/** Which calls are open to a token; what they answer otherwise does not matter here. */
async function openTo(token: string): Promise<string[]> {
  const authorization = `Bearer ${token}`
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${scene.portal.url}/api/v1/${path}`, { ...init, headers: { authorization, ...(init.headers as object) } })
  const description = { fileName: 'a.pdf', signers: [{ userId: 'ana' }] }
  const json = { 'content-type': 'application/json' }
  const answers = {
    send: await postDocument(scene.portal.url, token, { document: makePdf(), description }),
    upload: await ask('files', { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: 'x' }),
    file: await ask(`files/${crypto.randomUUID()}`),
    status: await ask(`documents/${guid}`),
    content: await ask(`documents/${guid}/content`),
    cancel: await ask(`documents/${guid}/cancelled`, { method: 'POST', headers: json, body: '{}' }),
    logIn: await ask('user-tokens', { method: 'POST', headers: json, body: '{"userId":"nobody"}' }),
  }
  return Object.entries(answers).flatMap(([name, { status }]) => (status === 403 ? [] : [name]))
}

test.each([
  ['documents', ['send', 'upload', 'file', 'status', 'content', 'cancel']],
  ['documents:send', ['send', 'upload', 'file']],
  ['documents:read', ['status', 'content']],
  ['documents:manage', ['cancel']],
  ['documents:send documents:read', ['send', 'upload', 'file', 'status', 'content']],
  ['login', ['logIn']],
])('a token of scope %s opens just these calls', async (scope, calls) => {
  const { bearer } = await programWith(['documents', 'login'])
  expect(await openTo(await bearer(scope))).toEqual(calls)
})

test('who has parts gets all of them without a wish, and never the whole', async () => {
  const { token, bearer } = await programWith(['documents:send', 'documents:read', 'login'])
  expect(await openTo(await bearer())).toEqual(['send', 'upload', 'file', 'status', 'content'])
  for (const scope of [
    'documents',
    'documents:manage',
    'documents:other',
    'documents:send login',
    ' ',
    'documents:send  documents:read',
  ]) {
    expect([scope, (await token(scope)).status]).toEqual([scope, 400])
  }
})

test('a refusal says which scopes would do, any one of them', async () => {
  const { bearer } = await programWith(['documents:send'])
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}`, {
    headers: { authorization: `Bearer ${await bearer()}` },
  })
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="documents documents:read"',
  ])
  expect(await answer.json()).toMatchObject({
    Code: 'SCOPE_TOO_NARROW',
    Details: { Scopes: ['documents', 'documents:read'] },
  })
})

test('a program of before, whose scope is documents, goes on without naming one', async () => {
  const { bearer } = await programWith(['documents', 'login'])
  expect(await openTo(await bearer())).toEqual(['send', 'upload', 'file', 'status', 'content', 'cancel'])
})
