/** Every refusal below /api/v1 is problem details (RFC 9457), whoever refuses; the portal's calls keep their own shape. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { PROGRAM_PROBLEMS, problemDetails, problemSlug } from '@rubrica/contract'
import { makePdf, openScene, postDocument, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const ask = (path: string, init: RequestInit = {}) =>
  fetch(scene.portal.url + path, {
    ...init,
    headers: { authorization: `Bearer ${scene.senderToken}`, ...(init.headers as object) },
  })
const json = { 'content-type': 'application/json' }
const documents = '/api/v1/documents'
const anyDocument = `${documents}/${crypto.randomUUID()}`

test.each([
  ['an unknown address', `/api/v1/nothing`, {}, 404, 'NOT_FOUND'],
  ['the base itself', '/api/v1', {}, 404, 'NOT_FOUND'],
  ['an unknown address in capitals', `/API/V1/nothing`, {}, 404, 'NOT_FOUND'],
  ['a wrong method', documents, { method: 'DELETE' }, 405, 'METHOD_NOT_ALLOWED'],
  ['an address that cannot be read', '/api/v1/%zz', {}, 400, 'BAD_REQUEST'],
  ['no token', anyDocument, { headers: { authorization: '' } }, 401, 'SESSION_EXPIRED'],
  [
    'an address written otherwise',
    '/api/%76%31/documents/x',
    { headers: { authorization: '' } },
    401,
    'SESSION_EXPIRED',
  ],
  ['an id that is none', `${documents}/x`, {}, 400, 'VALIDATION_FAILED'],
  ['a foreign id', anyDocument, {}, 404, 'DOCUMENT_NOT_FOUND'],
  ['broken JSON', `${anyDocument}/cancelled`, { method: 'POST', headers: json, body: '{' }, 400, 'BODY_NOT_JSON'],
  [
    'a huge body',
    `${anyDocument}/cancelled`,
    { method: 'POST', headers: json, body: `"${'x'.repeat(300_000)}"` },
    413,
    'BODY_TOO_LARGE',
  ],
  [
    'another type',
    documents,
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
] as const)('%s is answered with problem details', async (_what, path, init, status, code) => {
  const answer = await ask(path, init)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  const problem = problemDetails.parse(await answer.json())
  expect(problem).toMatchObject({
    status,
    Code: code,
    type: `${scene.portal.url}/problems/${problemSlug(code)}`,
    detail: problem.Message,
    instance: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/) as unknown,
  })
  if (status === 405) expect(answer.headers.get('allow')).toBe('POST, GET')
})

test('a token of another scope is 403, and so is a person without a role that may send', async () => {
  for (const [token, code] of [
    [scene.logInToken, 'SCOPE_TOO_NARROW'],
    [scene.people.carla.token, 'NOT_A_SENDER'],
  ] as const) {
    const answer = await ask(anyDocument, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(403)
    expect(problemDetails.parse(await answer.json()).Code).toBe(code)
  }
})

test('what is wrong with a description is named by pointers into it, and what was refused later too', async () => {
  const send = async (description: object, pdf = makePdf()) => {
    const answer = await postDocument(scene.portal.url, scene.senderToken, { document: pdf, description })
    return { status: answer.status, problem: problemDetails.parse(await answer.json()) }
  }
  const wrong = await send({ fileName: '', signers: [{ userId: 7 }] })
  expect(wrong.status).toBe(400)
  expect(wrong.problem.errors).toEqual([
    { pointer: '#/fileName', code: 'TOO_SMALL', detail: expect.any(String) as unknown },
    { pointer: '#/signers/0/userId', code: 'INVALID_TYPE', detail: expect.any(String) as unknown },
  ])
  expect(wrong.problem.Details).toMatchObject({ Fields: [{ Field: 'body.description.fileName' }, {}] })
  const stranger = await send({ fileName: 'a.pdf', signers: [{ userId: 'ana' }, { userId: 'nobody' }] })
  expect([stranger.status, stranger.problem.errors?.[0]?.pointer]).toEqual([422, '#/signers/1'])
  const late = await send({ fileName: 'a.pdf', deadline: '2020-01-01T00:00:00Z', signers: [{ userId: 'ana' }] })
  expect([late.status, late.problem.errors?.[0]?.pointer]).toEqual([400, '#/deadline'])
  const refused = await send({ fileName: 'a.pdf', signers: [{ userId: 'ana' }] }, new Uint8Array(0))
  expect(refused.problem).toMatchObject({ status: 422, Code: 'PDF_REFUSED', Details: { Reason: 'NOT_A_PDF' } })
})

const askAs = (token: string) => ask(anyDocument, { headers: { authorization: `Bearer ${token}` } })
const repeat = (times: number, token: string) => Promise.all(Array.from({ length: times }, () => askAs(token)))

test('who asks too often is told so in the same shape, and before that how many calls are left', async () => {
  await scene.portal.server.restart({ CALLS_PER_MINUTE_AND_CALLER: '60' })
  const first = await ask(anyDocument)
  expect(first.headers.get('ratelimit-policy')).toBe('"caller";q=60;w=60')
  expect(first.headers.get('ratelimit')).toMatch(/^"caller";r=[1-5]?\d;t=\d+$/)
  const limited = (await repeat(65, scene.senderToken)).find(({ status }) => status === 429)!
  expect(limited.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(limited.headers.get('ratelimit')).toMatch(/^"caller";r=0;t=\d+$/)
  expect(problemDetails.parse(await limited.json())).toMatchObject({ Code: 'RATE_LIMITED', status: 429 })
  await scene.portal.server.restart({ CALLS_PER_MINUTE_AND_CALLER: undefined })
})

test('a noisy program takes no call of another, of a personal key, nor of the person whose key it is', async () => {
  await scene.portal.server.restart({ CALLS_PER_MINUTE: '100', CALLS_PER_MINUTE_AND_CALLER: '60' })
  const { biel } = scene.people
  const makeKey = async (Name: string) => {
    const answer = await ask('/api/personalkeys', {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${biel.token}` },
      body: JSON.stringify({
        ...{ Name, Scopes: ['documents:read'] },
        ExpiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    })
    return ((await answer.json()) as { Key: string }).Key
  }
  const [one, other] = [await makeKey('one'), await makeKey('other')]
  const statuses = async (times: number, token: string) => (await repeat(times, token)).map(({ status }) => status)
  for (const noisy of [scene.senderToken, one]) {
    expect(await statuses(60, noisy)).not.toContain(429)
    expect(new Set(await statuses(50, noisy))).toEqual(new Set([429]))
  }
  expect(await statuses(30, other)).not.toContain(429)
  expect(await statuses(30, biel.token)).not.toContain(429)
  await scene.portal.server.restart({ CALLS_PER_MINUTE: undefined, CALLS_PER_MINUTE_AND_CALLER: undefined })
})

test('who has no good token is counted by address, and a good one behind it is only until it is known', async () => {
  await scene.portal.server.restart({ CALLS_PER_MINUTE: '60' })
  for (let call = 0; call < 59; call += 1) await ask(anyDocument)
  const wrong = await askAs('rbk_wrong')
  expect(wrong.headers.get('ratelimit')).toMatch(/^"address";r=59;t=\d+$/)
  const limited = (await repeat(65, 'rbk_wrong')).find(({ status }) => status === 429)!
  expect(limited.headers.get('ratelimit-policy')).toBe('"address";q=60;w=60')
  expect(limited.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+$/)
  await scene.portal.server.restart({ CALLS_PER_MINUTE: undefined })
})

test('the portal’s calls answer as before', async () => {
  const answer = await fetch(`${scene.portal.url}/api/vidmobileuser/`)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(Object.keys((await answer.json()) as object)).toEqual(['Code', 'Message'])
})

test('each type leads to a page with cause and cure, and nothing of an address is ever repeated', async () => {
  for (const code of PROGRAM_PROBLEMS) {
    const page = await fetch(`${scene.portal.url}/problems/${problemSlug(code)}`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    const text = await page.text()
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
    for (const part of [`<code>${code}</code>`, '<h2>Cause</h2>', '<h2>Cure</h2>']) expect(text).toContain(part)
    expect(text).not.toMatch(/<script|style="/)
  }
  const unknown = await fetch(`${scene.portal.url}/problems/%3Cscript%3Ecanary`)
  expect(unknown.status).toBe(404)
  expect(await unknown.text()).not.toContain('canary')
})

test('the description gives each call the codes that it can answer, with a schema that its answers keep to', async () => {
  const document = (await (await fetch(`${scene.portal.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string; content?: object }> }>>
  }
  const { responses } = document.paths['/v1/documents/{docGuid}/cancelled']!['post']!
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['204', '400', '401', '404', '409', '429', '500']))
  expect(responses['409']).toMatchObject({
    description: expect.stringContaining('DOCUMENT_NO_LONGER_AVAILABLE') as unknown,
    content: {
      'application/problem+json': {
        schema: {
          allOf: [{}, { properties: { Code: { enum: ['DOCUMENT_NO_LONGER_AVAILABLE', 'IDEMPOTENCY_KEY_IN_USE'] } } }],
        },
      },
    },
  })
})
