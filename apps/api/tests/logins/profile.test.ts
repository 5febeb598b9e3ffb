/** What people change of themselves: e-mail, password, signature image. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { ApiError } from '@rubrica/contract'
import {
  askPdfsig,
  DEMO_PASSWORD,
  logIn,
  makePng,
  openScene,
  trySigning,
  type DemoName,
  type Scene,
} from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { LOG_LEVEL: 'info' } })
})
afterAll(() => scene[Symbol.asyncDispose]())

const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown as ApiError,
  )
  return error && { status: error.status, code: error.code, details: error.details }
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const own = (name: DemoName) => ({ legalid: scene.people[name].legalId })
const putImage = (name: DemoName, bytes: Uint8Array) =>
  scene.people[name].call.putSignatureImage({ params: own(name), body: { SignatureImage: base64(bytes) } })
const storedImage = async (name: DemoName) =>
  Buffer.from((await scene.people[name].call.signatureImage({ params: own(name) })).SignatureImage, 'base64')
const solid = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 255, alpha } } })

test('the e-mail changes, and what the person may not change stays as it is', async () => {
  const { call } = scene.people.biel
  const before = await call.user({})
  const body = { email: ' new@example.com ', userid: 'x', username: 'y', legalid: 'z', active: false, password: '' }
  const currentpassword = DEMO_PASSWORD
  await call.updateUser({ body: { ...body, currentpassword } })
  expect(await call.user({})).toEqual({ ...before, email: 'new@example.com', emailisknown: false })
  await call.updateUser({ body: {} })
  expect((await call.user({})).email).toBe('new@example.com')
})

test('e-mail and password change only with the current password, unless the person has none', async () => {
  const { call, userId } = scene.people.biel
  const before = await call.user({})
  expect(before.haspassword).toBe(true)
  for (const wish of [{ email: 'thief@example.com' }, { password: 'Thiefs-Password-7' }]) {
    expect(await refusalOf(call.updateUser({ body: wish }))).toMatchObject({
      status: 422,
      code: 'CURRENT_PASSWORD_NEEDED',
    })
    const wrong = call.updateUser({ body: { ...wish, currentpassword: 'Wrong-2026' } })
    expect(await refusalOf(wrong)).toMatchObject({ status: 422, code: 'CURRENT_PASSWORD_WRONG' })
  }
  // What stays as it is needs no proof.
  await call.updateUser({ body: { email: before.email } })
  expect(await call.user({})).toEqual(before)
  const tries = await scene.portal.server.database!.query('select failed_logins from users where id = $1', [userId])
  expect(tries).toEqual([{ failed_logins: 2 }])
  const setHash = (hash: unknown) =>
    scene.portal.server.database!.query('update users set password_hash = $2, failed_logins = 0 where id = $1', [
      userId,
      hash,
    ])
  const [kept] = await scene.portal.server.database!.query('select password_hash from users where id = $1', [userId])
  await setHash(null)
  expect((await call.user({})).haspassword).toBe(false)
  await call.updateUser({ body: { email: 'other@example.com' } })
  expect((await call.user({})).email).toBe('other@example.com')
  await setHash(kept!['password_hash'])
  await call.updateUser({ body: { email: before.email, currentpassword: DEMO_PASSWORD } })
})

test('a person reads in the language that they chose, none until they did, and mails and messages follow', async () => {
  const { call, userId } = scene.people.biel
  expect((await call.user({})).language).toBeNull()
  await call.updateUser({ body: { language: 'de' } })
  expect((await call.user({})).language).toBe('de')
  await call.updateUser({ body: { language: null } })
  await call.updateUser({ body: {} })
  expect((await call.user({})).language).toBe('de')
  for (const language of ['it', 'DE', '', 7]) {
    const wish = call.updateUser({ body: { language: language as 'de' } })
    expect(await refusalOf(wish)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  }
  await scene.send({ signers: ['biel'], description: { fileName: 'Miete.pdf' } })
  const { email } = await call.user({})
  await vi.waitFor(async () => {
    const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${encodeURIComponent(email)}`)
    const { mails } = (await answer.json()) as { mails: { subject: string }[] }
    expect(mails.map(({ subject }) => subject)).toContain('Zur Unterschrift: Miete.pdf')
  }, 20_000)
  // As it was before the person said anything.
  await scene.portal.server.database!.query(`update users set language = '' where id = $1`, [userId])
})

test('what is no e-mail address is refused', async () => {
  const { call } = scene.people.biel
  for (const email of ['', 'nobody', 'a@b@c', 'a@example.com\r\nBcc: b@example.com']) {
    expect(await refusalOf(call.updateUser({ body: { email } }))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
    })
  }
})

test('a password that breaks rules is refused with those it breaks, and nothing changes', async () => {
  const { call } = scene.people.biel
  const before = await call.user({})
  const refusal = await refusalOf(call.updateUser({ body: { email: 'other@example.com', password: 'abc 1' } }))
  expect(refusal).toMatchObject({ status: 400, code: 'PASSWORD_NOT_SECURE' })
  expect(refusal?.details).toEqual({ Rules: ['length', 'uppercase', 'special', 'noSpaces'] })
  expect(await call.user({})).toEqual(before)
})

test('a new password ends the other sessions, keeps the one in use, and is the only one that logs in', async () => {
  const { url } = scene.portal
  const other = scene.people.carla
  const using = await logIn(url, { userId: 'carla', password: DEMO_PASSWORD })
  await using.call.updateUser({ body: { password: 'Canary-Password-7', currentpassword: DEMO_PASSWORD } })
  expect((await using.call.user({})).userid).toBe('carla')
  expect(await refusalOf(other.call.user({}))).toMatchObject({ status: 401, code: 'SESSION_EXPIRED' })
  expect(await refusalOf(logIn(url, { userId: 'carla', password: DEMO_PASSWORD }))).toMatchObject({ status: 401 })
  const again = await logIn(url, { userId: 'carla', password: 'Canary-Password-7' })
  await again.call.updateUser({ body: { password: 'Canary-Password-8', currentpassword: 'Canary-Password-7' } })
  expect(await refusalOf(using.call.user({}))).toMatchObject({ status: 401 })
  expect((await again.call.user({})).userid).toBe('carla')
})

test('the log tells who changed what, and no secret', async () => {
  const log = scene.portal.server.log()
  expect(log).toContain('A person changed their profile.')
  expect(log).toContain('way in')
  expect(log).not.toContain('Canary-Password')
})

test('a picture is kept upright, small, with its transparency, and without what its camera noted', async () => {
  await putImage('ana', await solid(3000, 1500, 0).png().toBuffer())
  expect(await sharp(await storedImage('ana')).metadata()).toMatchObject({ format: 'png', width: 1200, hasAlpha: true })
  const photo = await solid(80, 20)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Canary-Artist' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  await putImage('ana', photo)
  const kept = await storedImage('ana')
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 20, height: 80 })
  expect((await sharp(kept).metadata()).exif).toBeUndefined()
})

test('nothing takes the picture away, and an update of the data without one keeps it', async () => {
  const { call } = scene.people.ana
  const address = `data:image/png;base64,${base64(makePng({ width: 4, height: 2 }))}`
  await call.putSignatureImage({ params: own('ana'), body: { SignatureImage: address } })
  await call.updateUser({ body: { signatureimage: '' } })
  expect(await sharp(await storedImage('ana')).metadata()).toMatchObject({ width: 4, height: 2 })
  await call.updateUser({ body: { signatureimage: base64(makePng({ width: 6, height: 2 })) } })
  expect(await sharp(await storedImage('ana')).metadata()).toMatchObject({ width: 6, height: 2 })
  await putImage('ana', Buffer.alloc(0))
  expect(await storedImage('ana')).toHaveLength(0)
})

test('what is no usable picture is refused with a reason, and the one before stays', async () => {
  await putImage('ana', makePng({ width: 4, height: 2 }))
  const bombs: [string, Uint8Array][] = [
    ['FORMAT', await solid(10, 10).webp().toBuffer()],
    ['FORMAT', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['DAMAGED', (await solid(300, 300).png().toBuffer()).subarray(0, 60)],
    ['TOO_LARGE', await bomb()],
  ]
  for (const [Reason, bytes] of bombs) {
    const refusal = await refusalOf(putImage('ana', bytes))
    expect(refusal).toMatchObject({ status: 400, code: 'SIGNATURE_IMAGE_INVALID', details: { Reason } })
  }
  const text = { params: own('ana'), body: { SignatureImage: '%%%' } }
  expect(await refusalOf(scene.people.ana.call.putSignatureImage(text))).toMatchObject({ status: 400 })
  expect(await sharp(await storedImage('ana')).metadata()).toMatchObject({ width: 4, height: 2 })
})

/** Some kilobytes that claim, truthfully, to be 150 million pixels. */
const bomb = () =>
  sharp({ create: { width: 15_000, height: 10_000, channels: 3, background: 'white' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()

const POSITION = { page: 1, x: 40, y: 60, width: 240, height: 80 }
const sendVisible = () => scene.send({ signers: ['ana'], signer: { positions: [POSITION] } })

/** How many pixels of the first page are about as blue as the pen, to who looks at it. */
async function bluePixels(docGuid: string): Promise<number> {
  const { DocPageRendered } = await scene.people.biel.call.renderedDocument({ params: { docGuid, page: '1' } })
  const page = sharp(Buffer.from(DocPageRendered[0]!, 'base64'))
  const { data, info } = await page.raw().toBuffer({ resolveWithObject: true })
  let blue = 0
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at]! < 80 && data[at + 1]! < 80 && data[at + 2]! > 180) blue += 1
  }
  return blue
}

test.each([
  ['PNG with transparency', () => solid(200, 100, 0.99).png().toBuffer()],
  ['JPEG', () => solid(200, 100).jpeg().toBuffer()],
])('a %s is drawn in the visible signature, which pdfsig finds valid', async (_, make) => {
  await putImage('ana', await make())
  // A second signer may look at it after the first one has signed.
  const document = await scene.send({
    signers: [],
    description: { signers: [{ userId: 'ana', positions: [POSITION] }, { userId: 'biel' }] },
  })
  const { guid, signers } = document
  expect(await bluePixels(guid)).toBe(0)
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  const verdict = await askPdfsig(await scene.download(document))
  expect(verdict.verdicts).toEqual(['Signature is Valid.'])
  expect(await bluePixels(guid)).toBeGreaterThan(500)
})

test('a stored picture that cannot be drawn is told to the signer, and the document stays unsigned', async () => {
  const { database } = scene.portal.server
  await database!.query(`update users set signature_image = '\\x89504e47' where user_id = 'ana'`)
  const { guid, signers } = await sendVisible()
  const signing = scene.people.ana.call.sign({
    params: { type: 'keyvault', signerGuid: signers[0]!.guid },
    body: { CertGUID: scene.people.ana.certificateId, PIN: scene.people.ana.pin, AccessMethod: 'USER_PASS' },
  })
  expect(await refusalOf(signing)).toMatchObject({ status: 400, code: 'SIGNATURE_IMAGE_INVALID' })
  expect((await scene.people.ana.call.documentInfo({ params: { docGuid: guid } })).Signers[0]!.SignatureStatus).toBe(
    'Unsigned',
  )
  await putImage('ana', Buffer.alloc(0))
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
})

test('changes in a row are slowed down for the person, not for others', async () => {
  const many = Array.from({ length: 40 }, () => refusalOf(scene.people.biel.call.updateUser({ body: {} })))
  const refused = (await Promise.all(many)).filter((refusal) => refusal?.code === 'RATE_LIMITED')
  expect(refused.length).toBeGreaterThan(0)
  await scene.people.ana.call.updateUser({ body: {} })
})
