import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newestCode, openScene, readKept, type Scene } from '@rubrica/testing'
import { readSignedData } from '@rubrica/pki'
import { addSmsKey, openBatch, refusalOf, sendSeveral, sign } from '../scenes/authorise-signing.ts'
import { authorise, moveRun, prepareRun, sendMany, untilRun } from '../scenes/signing-run-scene.ts'

const MARKED = {
  PIN: 'canary-pin-1f7c22',
  'PIN of a software certificate': 'canary-software-pin-88ab',
  'one-time code': 'canary-otp-04d9',
  'PIN of a session': 'canary-session-pin-6e1b',
  'code of a session': 'canary-session-code-b2f0',
  password: 'canary-provider-password-c3d4',
  'code of a log-in': 'canary-login-code-5a5a',
}

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { LOG_LEVEL: 'trace' } })
})
afterAll(() => scene[Symbol.asyncDispose]())

/** Says every marked secret in every call that takes one, and some that are right. @returns the code that was right */
async function saySecrets(): Promise<string> {
  const { ana } = scene.people
  const database = scene.portal.server.database!
  const key = await addSmsKey(scene, 'ana', 'canary')
  await database.query("update users set certificate_flags = '{KeyVault,Software,FirmaRemota}' where id = $1", [
    ana.userId,
  ])
  const wrong = { Username: 'ana', Password: MARKED.password, Otp: MARKED['code of a log-in'] }
  expect(await refusalOf(ana.call.authoriseRemoteSignature({ body: wrong }))).toMatchObject({ status: 400 })
  await ana.call.authoriseRemoteSignature({ body: { Username: 'ana', Password: 'Rubrica-2026' } })
  const [remote] = await database.query<{ id: string }>(
    "select id from certificates where type = 'firmaremota' and provider_ref like '%-pin' and user_id = $1",
    [ana.userId],
  )
  const documents = await sendSeveral(scene, 3, 'ana')
  const secrets = { PIN: MARKED.PIN, OTP: MARKED['one-time code'] }
  expect(await refusalOf(sign(ana, documents[0]!, secrets))).toMatchObject({ code: 'WRONG_PIN' })
  const software = { type: 'software', CertGUID: undefined, PinAuthentication: MARKED['PIN of a software certificate'] }
  await refusalOf(sign(ana, documents[0]!, software))
  const elsewhere = { type: 'firmaremota', CertGUID: remote!.id, ...secrets }
  expect(await refusalOf(sign(ana, documents[1]!, elsewhere))).toMatchObject({ code: 'WRONG_PIN' })
  const { BatchId } = await openBatch(ana, key, [documents[2]!])
  await ana.call.requestCode({ params: { type: 'keyvault' }, body: { CertGUID: key, BatchId } })
  const open = (OTP: string) =>
    ana.call.openCertificateSession({
      params: { guid: key },
      body: { OTP, PIN: MARKED['PIN of a session'], BatchId },
    })
  expect(await refusalOf(open(MARKED['code of a session']))).toMatchObject({ code: 'WRONG_CODE' })
  const right = await newestCode(scene)
  const { SessionId } = await open(right)
  expect(
    await refusalOf(sign(ana, documents[2]!, { CertGUID: key, PIN: MARKED.PIN, BatchId, SessionId })),
  ).toMatchObject({
    code: 'WRONG_PIN',
  })
  await sign(ana, documents[2]!, { CertGUID: key, PIN: ana.pin, BatchId, SessionId })
  return right
}

test('no PIN, password or code that was said for a signature is in database, objects or log', async () => {
  const code = await saySecrets()
  const places = await readKept(scene.portal.server)
  for (const [place, content] of Object.entries(places)) {
    expect(content.length, `${place} was read`).toBeGreaterThan(1000)
    for (const [name, secret] of Object.entries(MARKED)) {
      expect(content.includes(secret), `${name} in ${place}`).toBe(false)
    }
  }
  // Six digits are part of many numbers; as a word of its own the code is nowhere.
  for (const place of ['database', 'log'] as const) {
    expect(places[place].toString()).not.toMatch(new RegExp(`(?<![0-9a-zA-Z.-])${code}(?![0-9a-zA-Z.-])`))
  }
})

/** How a private key begins: a version, and the algorithm of RSA or of an elliptic curve (RFC 5958 §2). */
const PRIVATE_KEYS = ['020100300d06092a864886f70d010101', '020100301306072a8648ce3d0201']

/** The values of the signatures of a file, in hex. */
function valuesIn(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1')
  return [...text.matchAll(/\/Contents ?<([0-9a-fA-F]{200,})>/g)].map(([, hex]) =>
    Buffer.from(readSignedData(Buffer.from(hex!, 'hex')).signature).toString('hex'),
  )
}

test('while a run is finished no PIN, key or unsealed value is in database, objects or log', async () => {
  const { biel } = scene.people
  const PIN = 'canary-pin-of-a-run-9d31'
  await biel.call.changePin({
    params: { id: biel.userId, guid: biel.certificateId },
    body: { CurrentPin: biel.pin, NewPin: PIN },
  })
  const documents = await sendMany(scene, 3, 'biel')
  const run = await prepareRun(biel, documents)
  await moveRun(biel, run, 'paused')
  await authorise(biel, run, PIN)
  const places = await readKept(scene.portal.server)
  expect(places.database.includes(run.RunGUID), 'what is there is found').toBe(true)
  await moveRun(biel, run, 'going-on')
  await untilRun(biel, run, 'done')
  const files = await Promise.all(documents.map((document) => scene.download(document)))
  const values = files.flatMap(valuesIn)
  expect(values).toHaveLength(3)
  for (const [place, content] of Object.entries(places)) {
    expect(content.includes(PIN), `the PIN in ${place}`).toBe(false)
    for (const hex of [...values, ...PRIVATE_KEYS]) {
      expect(content.includes(hex), `${hex.slice(0, 32)} in ${place}`).toBe(false)
      expect(content.includes(Buffer.from(hex, 'hex')), `${hex.slice(0, 32)} in ${place}`).toBe(false)
    }
  }
  const after = await readKept(scene.portal.server)
  expect(
    values.filter((hex) => after['data directory'].includes(Buffer.from(hex, 'hex'))),
    'objects are encrypted',
  ).toEqual([])
})
