/** Documents that are signed at Swisscom, and what keeps them from it. */
import { describe, expect, test } from 'vitest'
import { decideConsent, makePdf, signBySwisscom, swisscomCalls } from '@rubrica/testing'
import { failuresOf, refusalOf } from '../scenes/authorise-signing.ts'
import { swisscomScene } from '../scenes/swisscom-scene.ts'

const { scene, database, sendTo, fault, expectSigned, expectUnsigned } = swisscomScene()

const eventsOf = (document: { guid: string }) =>
  database().query<{ type: string; canonical: string }>(
    'select type, canonical from audit_events where document_id = $1 order by sequence',
    [document.guid],
  )

describe('a document that is signed at Swisscom', () => {
  test('is signed by a certificate that was made for it, once the person has confirmed', async () => {
    const { document, own } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code: 'CONSENT_PENDING' })
    await expectUnsigned(document)
    expect(await (await fetch(RedirectURL!)).text()).toContain('document.pdf')
    await decideConsent(RedirectURL)
    await own.complete(RequestID)
    await expectSigned(document)
    // Whoever presses once more hears the same.
    await own.complete(RequestID)
    await expectSigned(document)
    expect((await eventsOf(document)).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['signature-started', 'document-signed', 'document-completed']),
    )
  })

  test('claims a time of signing that a certificate covers which is made only then', async () => {
    const { document, own } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    const confirmedAt = Date.now()
    await decideConsent(RedirectURL)
    await own.complete(RequestID)
    const claims = Buffer.from(await scene().download(document))
      .toString('latin1')
      .match(/(?<=\/M \(D:)\d{14}/g)
    const digits = claims?.at(-1)?.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z') ?? ''
    // Its certificate begins with the confirmation and lasts ten minutes.
    expect(Date.parse(digits)).toBeGreaterThan(confirmedAt)
    expect(Date.parse(digits)).toBeLessThan(confirmedAt + 10 * 60_000)
  })

  test('is refused with a certificate that was not valid at the time which was fixed, and asked for again', async () => {
    const { document, own } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    // Over before the claimed time, as one that begins after it when somebody confirms late.
    await fault('life:60', 'consent')
    await decideConsent(RedirectURL)
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code: 'CONSENT_TIMED_OUT' })
    await expectUnsigned(document)
    const again = await own.request()
    expect(again.RequestID).not.toBe(RequestID)
    await decideConsent(again.RedirectURL)
    await own.complete(again.RequestID)
    await expectSigned(document)
  })

  test('names who signs and whose phone confirms, before it is asked for', async () => {
    const { call, userId } = scene().people.ana
    const [row] = await database().query<{ name: string; legal_id: string; phone: string }>(
      'select name, legal_id, phone from users where id = $1',
      [userId],
    )
    const { DN, Phone } = await call.swisscomIdentity({})
    expect(Phone).toBe(row!.phone)
    expect(DN).toContain(`cn=${row!.name}`)
    expect(DN).toContain(`serialnumber=${row!.legal_id}`)
  })

  test('adds its certificate to those of the person, where it never signs again', async () => {
    const { document, own, guids } = await sendTo('carla')
    const { call, legalId } = scene().people.carla
    await signBySwisscom(scene(), 'carla', guids[0]!)
    const listed = await call.certificates({ params: { legalid: legalId } })
    const made = listed.filter(({ CertType }) => CertType === 'swisscom')
    expect(made).toHaveLength(1)
    expect(made[0]!.DN).toContain('CN=')
    const [transaction] = await database().query<{ certificate_id: string }>(
      'select certificate_id from signing_attempts where document_id = $1',
      [document.guid],
    )
    expect(transaction!.certificate_id).toBe(made[0]!.GUID)
    const next = await sendTo('carla')
    const body = { CertGUID: made[0]!.GUID, AccessMethod: 'USER_PASS' as const }
    const sign = call.sign({ params: { type: 'swisscom', signerGuid: next.guids[0]! }, body, headers: {} })
    expect(await refusalOf(sign)).toMatchObject({ status: 404, code: 'CERTIFICATE_NOT_FOUND' })
    await signBySwisscom(scene(), 'carla', next.guids[0]!)
    await expectSigned(next.document)
    expect(own).toBeDefined()
  })
})

describe('what keeps a document from being signed at Swisscom', () => {
  test('a person who refuses: the request is over, and another one may follow', async () => {
    const { document, own } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL, 'cancel')
    for (let time = 0; time < 2; time++) {
      expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code: 'CONSENT_REFUSED' })
    }
    await expectUnsigned(document)
    expect(await failuresOf(scene(), document), 'told once').toEqual(['CONSENT_REFUSED'])
    const again = await own.request()
    expect(again.RequestID).not.toBe(RequestID)
    await decideConsent(again.RedirectURL)
    await own.complete(again.RequestID)
    await expectSigned(document)
  })

  test('a person who refuses and never completes: pressed again, the request is another one', async () => {
    const { own } = await sendTo('ana')
    const first = await own.request()
    await decideConsent(first.RedirectURL, 'cancel')
    const second = await own.request()
    expect(second.RequestID).not.toBe(first.RequestID)
    expect(await refusalOf(own.complete(first.RequestID))).toMatchObject({ status: 409, code: 'CONSENT_REFUSED' })
  })

  test.each([
    ['person-late', 'CONSENT_TIMED_OUT'],
    ['person-changed', 'CONSENT_MISMATCH'],
  ])('%s ends it with %s', async (name, code) => {
    const { document, own } = await sendTo('ana')
    const { RequestID } = await own.request()
    await fault(name, 'pending')
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code })
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code })
    await expectUnsigned(document)
    expect(await failuresOf(scene(), document)).toEqual([code])
  })

  test.each(['other-person', 'other-issuer', 'other-key', 'other-hash', 'fewer', 'signing-time', 'cut-cms'])(
    'a CMS that is no signature to rely on (%s) is not used, and its request is over',
    async (name) => {
      const { document, own } = await sendTo('ana')
      const { RedirectURL, RequestID } = await own.request()
      await fault(name, 'consent')
      await decideConsent(RedirectURL)
      const refusal = { status: 502, code: 'PROVIDER_SIGNATURE_REFUSED' }
      expect(await refusalOf(own.complete(RequestID))).toMatchObject(refusal)
      expect(await refusalOf(own.complete(RequestID))).toMatchObject(refusal)
      await expectUnsigned(document)
      expect(await failuresOf(scene(), document)).toEqual([refusal.code])
      const again = await own.request()
      await decideConsent(again.RedirectURL)
      await own.complete(again.RequestID)
      await expectSigned(document)
    },
  )

  test('a person without a phone is told so', async () => {
    const { own } = await sendTo('biel')
    const { userId } = scene().people.biel
    const [row] = await database().query<{ phone: string }>('select phone from users where id = $1', [userId])
    await database().query('update users set phone = null where id = $1', [userId])
    try {
      expect(await refusalOf(own.request())).toMatchObject({ status: 422, code: 'PHONE_MISSING' })
      expect((await scene().people.biel.call.swisscomIdentity({})).Phone).toBeNull()
    } finally {
      await database().query('update users set phone = $2 where id = $1', [userId, row!.phone])
    }
  })

  test('whoever may not, or may not any more, is told so, before anybody is asked', async () => {
    const { own } = await sendTo('biel')
    const signed = await sendTo('biel')
    const { RedirectURL, RequestID } = await signed.own.request()
    await decideConsent(RedirectURL)
    // The server finds in passing that it is signed, and keeps that.
    await signed.own.request()
    const { userId, call } = scene().people.biel
    const flags = await database().query<{ certificate_flags: string[] }>(
      'select certificate_flags from users where id = $1',
      [userId],
    )
    await database().query(
      "update users set certificate_flags = array_remove(certificate_flags, 'Swisscom') where id = $1",
      [userId],
    )
    try {
      const refusal = { status: 403, code: 'CERTIFICATE_TYPE_NOT_ALLOWED' }
      expect(await refusalOf(own.request())).toMatchObject(refusal)
      expect(await refusalOf(call.swisscomIdentity({}))).toMatchObject(refusal)
      expect(await refusalOf(signed.own.complete(RequestID))).toMatchObject(refusal)
      await expectUnsigned(signed.document)
    } finally {
      await database().query('update users set certificate_flags = $2 where id = $1', [
        userId,
        flags[0]!.certificate_flags,
      ])
    }
    await signed.own.complete(RequestID)
    await expectSigned(signed.document)
  })

  test('pages that have not been read, and a certificate that the sender demands', async () => {
    const unread = await scene().send({ signers: ['ana'], pdf: makePdf(), signer: { readAll: true } })
    const { request } = swisscomCalls(scene().people.ana, unread.signers[0]!.guid)
    expect(await refusalOf(request())).toMatchObject({ status: 422, code: 'READ_ALL_PENDING' })
    const { certificateId } = scene().people.ana
    const demanding = await scene().send({ signers: ['ana'], signer: { certificate: certificateId } })
    const demanded = swisscomCalls(scene().people.ana, demanding.signers[0]!.guid)
    expect(await refusalOf(demanded.request())).toMatchObject({ status: 422, code: 'CERTIFICATE_UNUSABLE' })
  })

  test('a stranger, and a request of another document or of somebody else', async () => {
    const { own, guids } = await sendTo('ana')
    const foreign = swisscomCalls(scene().people.biel, guids[0]!)
    expect(await refusalOf(foreign.request())).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
    const { RequestID } = await own.request()
    const other = await sendTo('ana')
    for (const complete of [foreign.complete, other.own.complete]) {
      expect(await refusalOf(complete(RequestID))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    }
    expect(await refusalOf(own.complete(crypto.randomUUID()))).toMatchObject({ code: 'TRANSACTION_EXPIRED' })
  })

  test('a service that is away, and one that does not name its page', async () => {
    const { document, own } = await sendTo('ana')
    await fault('http500', 'sign')
    expect(await refusalOf(own.request())).toMatchObject({ status: 502, code: 'PROVIDER_FAILED' })
    await fault('late-page', 'sign')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL)
    // Away while it is asked: nothing is lost.
    await fault('http500', 'pending')
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 502, code: 'PROVIDER_ANSWER_LOST' })
    await fault('malformed', 'pending')
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 502, code: 'PROVIDER_ANSWER_LOST' })
    await own.complete(RequestID)
    await expectSigned(document)
  })

  test('a person who confirms on the phone alone has signed: at once, and later', async () => {
    const [first, second] = [await sendTo('ana'), await sendTo('ana')]
    await fault('phone-alone', 'sign')
    const atOnce = await first.own.request()
    expect(atOnce.RedirectURL).toBeNull()
    await first.own.complete(atOnce.RequestID)
    await expectSigned(first.document)
    await fault('no-page', 'sign')
    await fault('phone-alone', 'pending')
    const later = await second.own.request()
    await second.own.complete(later.RequestID)
    await expectSigned(second.document)
  })

  test('a document whose time is over meanwhile', async () => {
    const { document, own } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL)
    await database().query("update documents set deadline = now() - interval '1 second' where id = $1", [document.guid])
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({
      status: 409,
      code: 'DOCUMENT_NO_LONGER_AVAILABLE',
    })
    await expectUnsigned(document)
  })
})
