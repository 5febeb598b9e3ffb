import { createHash, verify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../test-sandbox.ts'
import { countSignatures, refusal, RSA, SHA256, sha256, TestCsc } from './test-csc.ts'

const ECDSA_SHA256 = '1.2.840.10045.4.3.2'

let sandbox: TestSandbox
let v1: TestCsc
let v2: TestCsc
let biel: TestCsc
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.postJson('/control/reset', {})
  v1 = await TestCsc.logIn(sandbox, 'v1')
  v2 = await TestCsc.logIn(sandbox, 'v2')
  biel = await TestCsc.logIn(sandbox, 'v2', 'biel')
})

async function certificateOf(csc: TestCsc, credentialID: string): Promise<X509Certificate> {
  const { body } = await csc.call('credentials/info', { credentialID })
  const [leaf] = (body.cert as { certificates: readonly string[] }).certificates
  return new X509Certificate(Buffer.from(leaf ?? '', 'base64'))
}

const signaturesOf = (body: Record<string, unknown>): Buffer[] =>
  (body.signatures as readonly string[]).map((one) => Buffer.from(one, 'base64'))

const sign = (csc: TestCsc, body: Record<string, unknown>) =>
  csc.version === 'v1'
    ? csc.call('signatures/signHash', { credentialID: 'ana-pin', signAlgo: RSA, hashAlgo: SHA256, ...body })
    : csc.call('signatures/signHash', { credentialID: 'ana-pin', signAlgo: RSA, hashAlgorithmOID: SHA256, ...body })

describe('a signature', () => {
  it('is one of PKCS#1 over each digest in its order, and entered in the register', async () => {
    const SAD = await v1.sadOf('ana-pin', { numSignatures: 2 })
    const { body } = await sign(v1, { SAD, hash: [sha256('one'), sha256('two')] })
    const [one, two] = signaturesOf(body)
    const { publicKey } = await certificateOf(v1, 'ana-pin')
    expect(verify('sha256', Buffer.from('one'), publicKey, one!)).toBe(true)
    expect(verify('sha256', Buffer.from('two'), publicKey, two!)).toBe(true)
    const rows: unknown = await (await sandbox.get('/control/signatures.json')).json()
    const digest = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(rows).toEqual(
      [digest('one'), digest('two')].map(
        (hex) => expect.objectContaining({ provider: 'trustpro', credential: 'ana-pin', digest: hex }) as unknown,
      ),
    )
  })

  it('is DER-encoded ECDSA with an elliptic key', async () => {
    const SAD = await biel.sadOf('biel-pin')
    const hashes = [sha256('one')]
    const { body } = await biel.call('signatures/signHash', {
      credentialID: 'biel-pin',
      SAD,
      hashes,
      signAlgo: ECDSA_SHA256,
    })
    const { publicKey } = await certificateOf(biel, 'biel-pin')
    expect(verify('sha256', Buffer.from('one'), publicKey, signaturesOf(body)[0]!)).toBe(true)
  })

  it.each([
    ['1.2.840.113549.1.1.12', 'sha384'],
    ['1.2.840.113549.1.1.13', 'sha512'],
  ])('takes the digest algorithm from the signature algorithm %s', async (signAlgo, name) => {
    const SAD = await v2.sadOf('ana-pin')
    const hashes = [createHash(name).update('one').digest('base64')]
    const { body } = await v2.call('signatures/signHash', { credentialID: 'ana-pin', SAD, hashes, signAlgo })
    const { publicKey } = await certificateOf(v2, 'ana-pin')
    expect(verify(name, Buffer.from('one'), publicKey, signaturesOf(body)[0]!)).toBe(true)
  })
})

describe('the algorithms of a signature', () => {
  it('fit the key, each other and the length of the digest', async () => {
    const SAD = await v2.sadOf('ana-pin')
    const hashes = [sha256('one')]
    expect(await sign(v2, { SAD, hashes, signAlgo: ECDSA_SHA256 })).toEqual(refusal('Invalid parameter signAlgo'))
    expect(await sign(v2, { SAD, hashes, signAlgo: undefined })).toEqual(
      refusal('Missing (or invalid type) string parameter signAlgo'),
    )
    expect(await sign(v2, { SAD, hashes, signAlgo: '1.2.840.113549.1.1.13' })).toEqual(
      refusal('Invalid parameter hashAlgorithmOID'),
    )
    expect(await sign(v2, { SAD, hashes, hashAlgorithmOID: undefined })).toEqual(
      refusal('Missing (or invalid type) string parameter hashAlgorithmOID'),
    )
    expect(await sign(v1, { SAD, hash: hashes, hashAlgo: '1.2.3' })).toEqual(refusal('Invalid parameter hashAlgo'))
    expect(await sign(v2, { SAD, hashes: ['AAAA'] })).toEqual(refusal('Invalid digest value length'))
    expect(await sign(v2, { SAD, hashes: [] })).toEqual(refusal('Empty hash array'))
    expect((await sign(v2, { SAD, hashes })).status).toBe(200)
  })
})

describe('a SAD', () => {
  const hashes = [sha256('one')]

  it('is needed, and belongs to one credential', async () => {
    const SAD = await v2.sadOf('ana-single')
    expect(await sign(v2, { hashes })).toEqual(refusal('Missing (or invalid type) string parameter SAD'))
    expect(await sign(v2, { SAD: 'unknown', hashes })).toEqual(refusal('Invalid parameter SAD'))
    expect(await sign(v2, { SAD, hashes })).toEqual(refusal('Invalid parameter SAD'))
    expect(await countSignatures(sandbox)).toBe(0)
  })

  it('covers only the digests that it was given for, and signs none of a mixed request', async () => {
    const bound = { hash: hashes }
    const SAD = await v1.sadOf('ana-pin', { ...bound, numSignatures: 2 })
    const refused = refusal('Hash is not authorized by the SAD.')
    expect(await sign(v1, { SAD, hash: [sha256('other')] })).toEqual(refused)
    expect(await sign(v1, { SAD, hash: [sha256('one'), sha256('other')] })).toEqual(refused)
    expect(await countSignatures(sandbox)).toBe(0)
    expect((await sign(v1, { SAD, hash: hashes })).status).toBe(200)
  })

  it('covers only as many signatures as were asked for', async () => {
    const SAD = await v2.sadOf('ana-pin', { numSignatures: 2 })
    const three = ['one', 'two', 'three'].map(sha256)
    expect(await sign(v2, { SAD, hashes: three })).toEqual(refusal('Numbers of signatures is too high'))
    expect((await sign(v2, { SAD, hashes: three.slice(1) })).status).toBe(200)
    expect(await sign(v2, { SAD, hashes })).toEqual(refusal('Invalid parameter SAD'))
    expect(await countSignatures(sandbox)).toBe(2)
  })

  it('is not spent twice by requests that arrive together', async () => {
    const SAD = await v2.sadOf('ana-pin')
    const answers = await Promise.all(Array.from({ length: 5 }, () => sign(v2, { SAD, hashes })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await countSignatures(sandbox)).toBe(1)
  })

  it('expires, by itself and by order', async () => {
    const SAD = await v2.sadOf('ana-pin')
    await v2.order('expired-session')
    expect(await sign(v2, { SAD, hashes })).toEqual(refusal('SAD expired'))
    await sandbox.postJson('/control/clock', { seconds: 300 })
    expect(await sign(v2, { SAD, hashes })).toEqual(refusal('SAD expired'))
  })

  it('is swapped for one with other digests and what is left of its signatures', async () => {
    const SAD = await v1.sadOf('ana-pin', { hash: hashes, numSignatures: 2 })
    await sign(v1, { SAD, hash: hashes })
    const next = { credentialID: 'ana-pin', SAD, hash: [sha256('two')] }
    expect(await v1.call('credentials/extendTransaction', { ...next, hash: ['one', 'two'].map(sha256) })).toEqual(
      refusal('Numbers of signatures is too high'),
    )
    const { body } = await v1.call('credentials/extendTransaction', next)
    expect(await sign(v1, { SAD, hash: hashes })).toEqual(refusal('Invalid parameter SAD'))
    expect((await sign(v1, { SAD: body.SAD, hash: [sha256('two')] })).status).toBe(200)
    expect(await sign(v1, { SAD: body.SAD, hash: [sha256('two')] })).toEqual(refusal('Invalid parameter SAD'))
  })
})

describe('an expired certificate', () => {
  it('is authorised and does not sign', async () => {
    const credentialID = 'ana-expired'
    const SAD = await v1.sadOf(credentialID)
    const refused = await sign(v1, { SAD, credentialID, hash: [sha256('one')] })
    expect(refused.body.error_description).toMatch(/^Signing certificate '.*Ana Vidal Serra.*' is expired\.$/)
    const sad2 = await v2.sadOf(credentialID)
    expect(await sign(v2, { SAD: sad2, credentialID, hashes: [sha256('one')] })).toEqual(
      refusal('Signing certificate is expired'),
    )
  })
})

describe('a fault', () => {
  const hashes = [sha256('one'), sha256('two')]

  async function signWith(fault: string) {
    const SAD = await v2.sadOf('ana-pin', { numSignatures: 2 })
    await v2.order(fault)
    const { body } = await sign(v2, { SAD, hashes })
    return { SAD, signatures: signaturesOf(body) }
  }

  it.each(['other-key', 'other-hash'])('of %s makes signatures that do not fit', async (fault) => {
    const { signatures } = await signWith(fault)
    const { publicKey } = await certificateOf(v2, 'ana-pin')
    expect(signatures).toHaveLength(2)
    expect(verify('sha256', Buffer.from('one'), publicKey, signatures[0]!)).toBe(false)
  })

  it('of fewer or twice miscounts the signatures', async () => {
    expect((await signWith('fewer')).signatures).toHaveLength(1)
    expect((await signWith('twice')).signatures).toHaveLength(4)
  })

  it('of a lost answer signs and says nothing', async () => {
    const SAD = await v2.sadOf('ana-pin', { numSignatures: 2 })
    await v2.order('answer-lost')
    await expect(sign(v2, { SAD, hashes })).rejects.toThrow()
    expect(await countSignatures(sandbox)).toBe(2)
    expect(await sign(v2, { SAD, hashes })).toEqual(refusal('Invalid parameter SAD'))
  })

  it.each(['half', 'malformed', 'empty', 'http503'])('of the kind %s spoils the answer', async (fault) => {
    const SAD = await v2.sadOf('ana-pin', { numSignatures: 2 })
    await v2.order(fault)
    const answer = sign(v2, { SAD, hashes }).then(({ body }) => signaturesOf(body))
    await expect(answer).rejects.toThrow()
  })
})
