/** An account at a CSC service without `auth/login`: the person logs in on the service's page (OAuth 2.0). */
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openScene, PROVIDER_PIN, TRUSTPRO_BY_CODE, type DemoName, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { ...TRUSTPRO_BY_CODE, TRUSTPRO_LOGIN_PATH: '/v2/none', CALLS_PER_MINUTE: '1000000' },
  })
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(async () => {
  await scene.portal.sandbox.control('reset', {})
  await scene.people.ana.call.removeRemoteSignature({})
})

/** Goes to the service's page and chooses there. @returns what it leads back with */
async function leave(account: string, name: DemoName = 'ana') {
  const { RedirectUrl } = (await scene.people[name].call.authoriseRemoteSignature({ body: {} }))!
  const body = new URLSearchParams({ account })
  const answer = await fetch(RedirectUrl!, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  expect(`${back.origin}${back.pathname}`).toBe(`${scene.portal.url}/account-return`)
  return { TransactionGuid: back.searchParams.get('state')!, Code: back.searchParams.get('code') ?? undefined }
}

const comeBack = (body: Awaited<ReturnType<typeof leave>>, name: DemoName = 'ana') =>
  scene.people[name].call.returnToAccount({ params: { id: scene.people[name].userId }, body })

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const status = () => scene.people.ana.call.remoteSignatureStatus({})

test('is authorised without a field, lists its certificates, signs, and is given back', async () => {
  const { ana } = scene.people
  expect(await status()).toEqual({ IsAuthorized: false, LogsInThere: true })
  expect(await comeBack(await leave('ana'))).toEqual({ CertType: 'firmaremota' })
  expect(await status()).toEqual({ IsAuthorized: true, LogsInThere: true, Account: 'SANDBOX TrustPRO' })
  const all = await ana.call.certificates({ params: { legalid: ana.legalId } })
  const key = all.find(({ CertType, certalias }) => CertType === 'firmaremota' && certalias.includes('(pin)'))!
  const document = await scene.send({ signers: ['ana'] })
  await ana.call.sign({
    params: { type: 'firmaremota', signerGuid: document.signers[0]!.guid },
    body: { CertGUID: key.GUID, PIN: PROVIDER_PIN, AccessMethod: 'USER_PASS' },
    headers: {},
  })
  await ana.call.removeRemoteSignature({})
  expect(await status()).toEqual({ IsAuthorized: false, LogsInThere: true })
})

test('a way back is good once, for whom it was begun, and not with the code of another log-in', async () => {
  const mine = await leave('ana')
  expect(await refusal(comeBack(mine, 'biel'))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
  const other = await leave('ana')
  const mixed = { ...mine, Code: other.Code }
  expect(await refusal(comeBack(mixed))).toMatchObject({ code: 'TRANSACTION_REFUSED' })
  expect((await status()).IsAuthorized).toBe(false)
  await comeBack(await leave('ana'))
  expect(await refusal(comeBack(mine))).toMatchObject({ code: 'TRANSACTION_EXPIRED' })
})

test('who refuses there, or is somebody else, has no account here', async () => {
  expect(await refusal(comeBack(await leave('refuse')))).toMatchObject({ code: 'TRANSACTION_REFUSED' })
  expect(await refusal(comeBack(await leave('biel')))).toMatchObject({ status: 422, code: 'CERTIFICATE_FOREIGN' })
  expect(await status()).toEqual({ IsAuthorized: false, LogsInThere: true })
})

test('code, verifier, secret and tokens are in no log, and in no row in clear', async () => {
  const { server } = scene.portal
  const left = await leave('ana')
  const [row] = await server.database!.query('select sealed_data from errands where id = $1', [left.TransactionGuid])
  expect((row!['sealed_data'] as Buffer).toString('latin1')).not.toContain('verifier')
  await comeBack(left)
  const text = server.log()
  for (const secret of [left.Code!, TRUSTPRO_BY_CODE.TRUSTPRO_CLIENT_SECRET]) expect(text).not.toContain(secret)
})
