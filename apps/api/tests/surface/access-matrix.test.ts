/**
 * Every call of the API's own description against everybody who may not make it: nobody, bearers of what is no valid
 * token, of every other scope, another person, and who is only an approver. Nobody changes a row or learns a thing. The
 * calls and what each demands are read from the OpenAPI document, so a new one is in the matrix from the day it exists,
 * and fails here until it has an example that nothing but the caller is wrong with.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '@rubrica/contract'
import { describeApplications } from './access-matrix/applications.ts'
import {
  bearerCalls,
  clientCalls,
  cscOpenCalls,
  cscSecretCalls,
  cscTokenCalls,
  described,
  named,
  openCalls,
  operations,
  personCalls,
  readOperations,
  type Operation,
} from './access-matrix/described-calls.ts'
import { payloadOf } from './access-matrix/issue-tokens.ts'
import { FILES, openMatrix, type Matrix } from './access-matrix/open-matrix.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await openMatrix()
})
afterAll(() => matrix[Symbol.asyncDispose]())

/** The tokens of programs that do something with documents. */
const OF_DOCUMENTS = {
  sender: SCOPES.sender,
  sends: SCOPES.send,
  reads: SCOPES.read,
  manages: SCOPES.manage,
  keepsTemplates: SCOPES.templates,
  keepsContacts: SCOPES.contacts,
}

/** What is done between the password and the session. */
const AT_LOGIN: readonly string[] = ['askFactor', 'confirmFactor', 'beginTotp', 'addTotp', 'beginPasskey', 'addPasskey']

const OF_GUESTS: readonly string[] = ['signAsGuest', 'accountOffer', 'makeAccount']

/** Which of the tokens of the matrix an operation is open to, if it is. */
function openTo({ name, security }: Operation): readonly string[] {
  if (name === 'recoverPassword') return ['asking']
  // Guests have tokens of their own: apps/api/tests/guests/guests.test.ts.
  if (OF_GUESTS.includes(name)) return []
  // Ana does not have to choose a password, so only the mailed token may set one.
  if (name === 'setPassword' || name === 'recoveryStanding') return ['mailed']
  const scopes = security.flatMap((one) => one['program'] ?? [])
  const ofDocuments = Object.entries(OF_DOCUMENTS).filter(([, scope]) => scopes.includes(scope))
  // People send too; Ana may. What programs alone may do is not open to her.
  const people = scopes.includes(SCOPES.portal) ? ['portal'] : []
  if (ofDocuments.length > 0) return [...ofDocuments.map(([who]) => who), ...people]
  if (scopes.includes(SCOPES.logIn)) return ['logIn']
  return AT_LOGIN.includes(name) ? ['portal', 'halfWay'] : ['portal']
}

/** What the last refusal left, which is what the next one finds: nothing but refusals may come between. */
let found: unknown

async function refusals(operation: Operation, headers: Readonly<Record<string, string | undefined>>) {
  found ??= await matrix.stateOf()
  const answers = await Promise.all(
    Object.entries(headers).map(async ([who, authorization]) => {
      const answer = await matrix.request(operation, authorization)
      return [who, `${answer.status} ${((await answer.json()) as { Code: string }).Code}`]
    }),
  )
  expect(await matrix.stateOf()).toEqual(found)
  return Object.fromEntries(answers) as Record<string, string>
}

const all = (headers: object, outcome: string) => Object.fromEntries(Object.keys(headers).map((who) => [who, outcome]))

test('every call of the document is in the matrix, with a body where it takes one', async () => {
  const served = (await (await fetch(`${matrix.scene.portal.url}/api/openapi.json`)).json()) as Record<string, unknown>
  expect(readOperations(served).map(({ name }) => name)).toEqual(described.map(({ name }) => name))
  const rows = [...openCalls, ...clientCalls, ...bearerCalls, ...cscOpenCalls, ...cscSecretCalls, ...cscTokenCalls]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(described.map(({ name }) => name).toSorted())
  expect(cscTokenCalls.length).toBeGreaterThan(0)
  const known = [...Object.keys(matrix.bodies), 'sendDocument', 'uploadFile', 'createBulkSend', ...FILES]
  expect(operations.filter(({ name, takesBody }) => takesBody && !known.includes(name))).toEqual([])
  expect(openCalls.map(({ name }) => name).toSorted()).toEqual([
    'askInvitationAgain',
    'auditConsistency',
    'auditHeads',
    'fetchByCode',
    'invitation',
    'lookUpCode',
    'lookUpFile',
    'newestAuditHead',
    'openSigningLink',
    'proveInvitation',
    'reportFile',
    'samlConsume',
    'samlLogout',
    'samlLogoutForm',
    'samlMetadata',
    'sendInvitationCode',
    'verifiedPage',
    'verifyFile',
  ])
})

describe.each(named(bearerCalls))('%s', (_, operation) => {
  test('is refused with 401 for nobody and for every token that does not count, and changes nothing', async () => {
    expect(await refusals(operation, matrix.invalid)).toEqual(all(matrix.invalid, '401 SESSION_EXPIRED'))
  })

  test('is refused with 403 for tokens of every other scope, and changes nothing', async () => {
    const others = Object.entries(matrix.tokens).filter(([who]) => !openTo(operation).includes(who))
    const headers = Object.fromEntries(others.map(([who, token]) => [who, `Bearer ${token}`]))
    expect(await refusals(operation, headers)).toEqual(all(headers, '403 SCOPE_TOO_NARROW'))
  })
})

test.each(named(clientCalls))('%s takes no client that it does not know, and changes nothing', async (_, operation) => {
  const credentials = ['portal:wrong', 'nobody:', 'scene:', 'scene:wrong', 'noColon']
  const headers = {
    nobody: undefined,
    bearer: `Bearer ${matrix.scene.people.ana.token}`,
    ...Object.fromEntries(credentials.map((one) => [one, `Basic ${Buffer.from(one).toString('base64')}`])),
  }
  expect(await refusals(operation, headers)).toEqual(all(headers, '401 INVALID_CLIENT'))
})

/** Calls that are about whoever makes them, whatever they name. */
const ABOUT_ONESELF: readonly string[] = [
  'renewToken',
  'revokeToken',
  'returnAddress',
  'user',
  'factors',
  'askFactor',
  'confirmFactor',
  'beginTotp',
  'addTotp',
  'removeTotp',
  'beginPasskey',
  'addPasskey',
  'makeRecoveryCodes',
  'updateUser',
  'sendEmailCode',
  'proveEmail',
  'certificateTypes',
  'pendingDocuments',
  'pendingApprovals',
  'history',
  'listRuns',
  'memberships',
  'sentDocuments',
  'suggestPeople',
  'teams',
  'drafts',
  'createDraft',
  'bulkSends',
  'webhooks',
  'createWebhook',
  'templates',
  'createTemplate',
  'importTemplate',
  'contacts',
  'addContact',
  'suggestRecipients',
  'groups',
  'createGroup',
  'teams',
  'startBulkAct',
  'savedFilters',
  'saveFilter',
  'personalKeys',
  'createPersonalKey',
  'notificationSettings',
  'setQuietHours',
  'setMailChoices',
  'addDevice',
  'makeCalendar',
  'endCalendar',
  'substitutions',
  'possibleMandates',
  'proposeSubstitution',
  'remoteSignatureStatus',
  'swisscomIdentity',
  'authoriseRemoteSignature',
  'removeRemoteSignature',
  'closeRemoteSession',
  'closeCertificateSession',
]
/** Spec §6: a 403 on attachments means none, and somebody else has none. */
const HAS_NONE: readonly string[] = ['attachments']
/** To others there is no such thing; what a person has begun may also be over. */
const missing = ({ name, path }: Operation) =>
  HAS_NONE.includes(name) ? [403] : /\{(?:requestId|transactionId)\}/.test(path) ? [400, 404] : [404]

test.each(named(personCalls))(
  '%s tells another person nothing of Ana, and changes nothing of hers',
  async (_, call) => {
    const token = await matrix.bielsToken()
    const own = [matrix.scene.people.biel.userId, payloadOf(token).sid]
    const before = await matrix.stateOf(own)
    const answer = await matrix.request(call, `Bearer ${token}`)
    const text = await answer.text()
    for (const secret of matrix.anasSecrets) expect(text).not.toContain(secret)
    if (!ABOUT_ONESELF.includes(call.name)) {
      const expected = HAS_NONE.includes(call.name) ? [403] : [400, 403, 404]
      expect(expected, `${call.name}: ${text}`).toContain(answer.status)
    }
    if (/\{(?:id|legalid|docGuid|signerGuid|approverGuid|copyGuid)\}/.test(call.path)) {
      expect(missing(call)).toContain(answer.status)
    }
    expect(await matrix.stateOf(own)).toEqual(before)
  },
)

const withParameter = (pattern: RegExp) => named(personCalls.filter(({ path }) => pattern.test(path)))
const approvalCalls = withParameter(/\{approverGuid\}/)
const copyCalls = withParameter(/\{copyGuid\}/)
const attachmentCalls = withParameter(/\/attachments\//)
const signerCalls = withParameter(/\{(?:docGuid|signerGuid)\}/).filter(
  ([, { path }]) => !path.includes('/attachments/'),
)

async function expectNotThere(operation: Operation, who: 'ana' | 'carla'): Promise<void> {
  const before = await matrix.stateOf()
  const answer = await matrix.request(operation, `Bearer ${matrix.scene.people[who].token}`)
  expect(missing(operation)).toContain(answer.status)
  expect(await matrix.stateOf()).toEqual(before)
}

test.each(signerCalls)('%s tells who is only an approver that there is no such thing, and changes nothing', (_, call) =>
  expectNotThere(call, 'carla'),
)

test.each(approvalCalls)('%s answers who is only the signer 404 and changes nothing', (_, call) =>
  expectNotThere(call, 'ana'),
)

test.each(copyCalls)('%s answers who signs the document, and has no copy, 404 and changes nothing', (_, call) =>
  expectNotThere(call, 'ana'),
)

test.each(copyCalls)('%s is open to who has the copy', async (_, call) => {
  expect((await matrix.request(call, `Bearer ${matrix.scene.people.carla.token}`)).status).toBe(200)
})

test.each(attachmentCalls)('%s is open to the signer and to the approver', async (_, call) => {
  for (const who of ['ana', 'carla'] as const) {
    expect((await matrix.request(call, `Bearer ${matrix.scene.people[who].token}`)).status).toBe(200)
  }
})

/** What a person may do who has to choose a password first. */
const BEFORE_PASSWORD = [
  'appearance',
  'renewToken',
  'resetPassword',
  'returnAddress',
  'revokeToken',
  'setPassword',
  'user',
]

test('who has to choose a password may make no other call than those of that screen', async () => {
  await matrix.rows(`update users set must_reset_password = true where user_id = 'biel'`)
  const token = await matrix.bielsToken()
  const before = await matrix.stateOf()
  const open: string[] = []
  for (const call of personCalls.filter(({ name }) => !['revokeToken', 'setPassword'].includes(name))) {
    const answer = await matrix.request(call, `Bearer ${token}`)
    const { Code } = (await answer.json()) as { Code?: string }
    if (Code !== 'PASSWORD_CHANGE_REQUIRED') open.push(call.name)
    else expect(answer.status).toBe(403)
  }
  expect([...open, 'revokeToken', 'setPassword'].toSorted()).toEqual(BEFORE_PASSWORD)
  expect(await matrix.stateOf()).toEqual(before)
  await matrix.rows(`update users set must_reset_password = false where user_id = 'biel'`)
})

test('the search for approvals in the name of somebody else finds nothing', async () => {
  const search = operations.find(({ name }) => name === 'pendingApprovals')!
  const answer = await matrix.request(search, `Bearer ${matrix.scene.people.carla.token}`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ Code: 'NO_PENDING_APPROVALS' })
})

describeApplications(() => matrix)
