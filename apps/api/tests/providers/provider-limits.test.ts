/** Providers that are off or away, and passwords that somebody guesses at a provider through us. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, type Scene } from '@rubrica/testing'

const TRIES = 5

let scene: Scene
beforeAll(async () => {
  const env = {
    LOGINS_PER_MINUTE_AND_USER: String(TRIES),
    UANATACA_URL: '',
    // Nobody listens there.
    REDTRUST_URL: 'http://127.0.0.1:1',
    NEBULA_URL: 'http://127.0.0.1:1',
  }
  scene = await openScene({ postgres: inject('sharedPostgres'), env })
})
afterAll(() => scene[Symbol.asyncDispose]())

const authorise = (name: 'ana' | 'biel' | 'carla', account: string) => {
  const { call, userId } = scene.people[name]
  const body = { Username: name, Password: 'guess', Domain: 'rubrica' }
  return call.authoriseAccount({ params: { id: userId, account }, body })
}

test('a provider that is not set up is off, and nobody is authorised there', async () => {
  const { call, userId } = scene.people.ana
  await expect(authorise('ana', 'uanatacaauth')).rejects.toMatchObject({ status: 503, code: 'PROVIDER_NOT_CONFIGURED' })
  const status = await call.accountStatus({ params: { id: userId, account: 'uanatacaauth' } })
  expect(status.IsAuthorized).toBe(false)
})

test('a provider that is away is named', async () => {
  await expect(authorise('ana', 'redtrustauth')).rejects.toMatchObject({
    status: 502,
    code: 'PROVIDER_UNREACHABLE',
    message: 'Error connecting to RedTrust',
  })
})

test('a Nebula that is away says the word by which the portal knows that its own session goes on', async () => {
  const { call, userId } = scene.people.ana
  const body = { Username: 'ana', Password: 'guess', Client: 'rubrica' }
  await expect(call.authoriseAccount({ params: { id: userId, account: 'nebulaauth' }, body })).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining('integrationUnauthorized') as unknown,
  })
})

/** Codes of what `call` comes to, made once more than is allowed. */
async function repeat(call: () => Promise<unknown>): Promise<string[]> {
  const codes: string[] = []
  for (let tries = 0; tries <= TRIES; tries++) {
    codes.push(await call().then(String, ({ code }: { code: string }) => code))
  }
  return codes
}

test('text messages, codes and lists of providers are asked for as seldom', async () => {
  const { call, userId, certificateId } = scene.people.ana
  const body = { CertGUID: certificateId }
  const calls = [
    () => call.requestCode({ params: { type: 'keyvault' }, body }),
    () => call.openCertificateSession({ params: { guid: certificateId }, body: { OTP: '000000' } }),
    () => call.synchroniseAccount({ params: { id: userId, account: 'redtrustauth' } }),
  ]
  for (const one of calls) {
    const codes = await repeat(one)
    expect(codes.at(-1)).toBe('RATE_LIMITED')
    expect(codes.slice(0, TRIES)).not.toContain('RATE_LIMITED')
  }
  const sending = call.sendCertificateCode({ params: { guid: certificateId } })
  await expect(sending).rejects.toMatchObject({ status: 429 })
  await expect(call.openRemoteSession({ body })).rejects.toMatchObject({ status: 429 })
})

test('asking whether the phone was answered is no try', async () => {
  const { call, certificateId } = scene.people.carla
  const body = { CertGUID: certificateId, SessionId: crypto.randomUUID() }
  expect(await repeat(() => call.openRemoteSession({ body }))).not.toContain('RATE_LIMITED')
})

test('people are called to their phone, sent to pages and asked for a PIN elsewhere as seldom', async () => {
  const { call } = scene.people.ana
  const [signerGuid, transactionId, CertGUID] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const params = { signerGuid }
  const completing = (PIN?: string) =>
    call.completeSign({ params: { ...params, transactionId }, body: { CertGUID, PIN }, headers: {} })
  const calls = [
    () => call.initSign({ params, body: { CertGUID, Pin: '000000' }, headers: {} }),
    () => completing('000000'),
    () => call.requestSwisscom({ params, body: { AccessMethod: 'USER_PASS' }, headers: {} }),
  ]
  for (const one of calls) {
    const codes = await repeat(one)
    expect(codes.at(-1)).toBe('RATE_LIMITED')
    expect(codes.slice(0, TRIES)).not.toContain('RATE_LIMITED')
  }
  // Whoever waits for their phone asks often.
  expect(await repeat(() => completing())).not.toContain('RATE_LIMITED')
  await expect(call.loginBeforeSign({ params, body: { CertGUID } })).rejects.toMatchObject({ status: 429 })
})

test('passwords of providers are guessed as seldom as our own, for each person', async () => {
  const codes: string[] = []
  for (let tries = 0; tries <= TRIES; tries++) {
    codes.push(await authorise('biel', 'validatedidauth').then(String, ({ code }: { code: string }) => code))
  }
  expect(codes.at(-1)).toBe('RATE_LIMITED')
  expect(codes.slice(0, TRIES)).not.toContain('RATE_LIMITED')
  await expect(authorise('biel', 'redtrustauth')).rejects.toMatchObject({ status: 429 })
  await expect(authorise('carla', 'redtrustauth')).rejects.toMatchObject({ status: 502 })
})
