import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OID, type TimestampSource } from '@rubrica/pki'
import { evidenceOf, readDss } from '../dss/read-dss.ts'
import { withPdf } from '@rubrica/pdf'
import {
  imprintOf,
  makeTestCrl,
  makeTestOcsp,
  makeTestSigner,
  makeTestToken,
  serveTestAuthority,
  type TestAuthority,
  type TestSigner,
} from '@rubrica/pki/testing'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { signTestPdf } from '../../testing/sign-test-pdf.ts'
import { validate } from '../validation/validate.ts'
import { createPadesWorkers } from '../workers/create-pades-workers.ts'
import { augment, augmentBySteps, type AugmentLevel, type AugmentOptions } from './augment.ts'
import { gatherDocumentEvidence } from './collect-evidence.ts'
import { prepareArchive } from './prepare-archive.ts'
import { readTargets } from './read-targets.ts'

let authority: TestAuthority
let ana: TestSigner
beforeEach(async () => {
  authority = await serveTestAuthority()
  ana = authority.issue({ commonName: 'Ana', key: 'rsa' })
})
afterEach(() => authority[Symbol.asyncDispose]())

function options(level: AugmentLevel, more: Partial<AugmentOptions> = {}): AugmentOptions {
  const { root, fetcher, timestamp } = authority
  return { level, anchors: [root.certificate], fetcher, timestamp, ...more }
}

async function raised(base: Uint8Array, level: AugmentLevel, more: Partial<AugmentOptions> = {}): Promise<Buffer> {
  return Buffer.concat([base, await augment(base, options(level, more))])
}

/** Level and verdict of every signature, by our own validator. */
function judged(file: Uint8Array) {
  const { integrity, warnings, signatures } = validate(file, { trustAnchors: [authority.root.certificate] })
  const people = signatures.filter(({ kind }) => kind === 'signature')
  return {
    integrity,
    warnings,
    levels: people.map(({ level }) => level.replace('PAdES-BASELINE-', '')),
    passed: signatures.every(({ indication }) => indication === 'TOTAL-PASSED'),
  }
}

const good = (...levels: string[]) => ({ integrity: 'intact', warnings: [], levels, passed: true })

const signed = (signer = ana, base: Uint8Array = makeTestPdf()) => signTestPdf(base, signer, authority.timestamp)

describe('a signed file', () => {
  test('of level T becomes LT', async () => {
    expect(judged(await raised(await signed(), 'LT'))).toEqual(good('LT'))
  })

  test('is LT for a validator that trusts the root, also when its maker named the authority below and has no other issuer', async () => {
    const anchors = [authority.ca.certificate, authority.tsa.certificate]
    expect(judged(await raised(await signed({ ...ana, chain: [] }), 'LT', { anchors }))).toEqual(good('LT'))
  })

  test('of level T becomes LTA in two revisions behind its bytes', async () => {
    const base = await signed()
    const file = await raised(base, 'LTA')
    expect(judged(file)).toEqual(good('LTA'))
    expect(file.subarray(0, base.length).equals(base)).toBe(true)
    expect(file.toString('latin1').split('%%EOF')).toHaveLength(base.toString().split('%%EOF').length + 2)
  })

  test('of three people, RSA and EC, becomes LTA, is renewed, and is renewed again', async () => {
    const people = [ana, authority.issue({ commonName: 'Biel', key: 'P-256' }), authority.issue({ key: 'P-384' })]
    let file: Uint8Array = makeTestPdf()
    for (const person of people) file = await signed(person, file)
    for (let round = 0; round < 3; round++) {
      file = await raised(file, 'LTA')
      expect(judged(file)).toEqual(good('LTA', 'LTA', 'LTA'))
    }
  })

  test('that is archived is signed once more and archived again', async () => {
    const first = await raised(await signed(), 'LTA')
    const second = await signed(authority.issue({ commonName: 'Biel' }), first)
    expect(judged(await raised(second, 'LTA'))).toEqual(good('LTA', 'LTA'))
  })

  test.each<[AugmentLevel, string]>([
    ['T', 'T'],
    ['LT', 'LT'],
    ['LTA', 'LTA'],
  ])('without a timestamp becomes %s', async (level, reached) => {
    const base = await signTestPdf(makeTestPdf(), ana)
    expect(judged(await raised(base, level)).levels).toEqual([reached])
  })

  test('that has the level gets nothing, but LTA is renewed', async () => {
    const base = await signed()
    expect(await augment(base, options('T'))).toHaveLength(0)
    const archived = await raised(base, 'LT')
    const asked = authority.server.requests.length
    expect(await augment(archived, options('LT'))).toHaveLength(0)
    expect(authority.server.requests).toHaveLength(asked)
    expect((await augment(archived, options('LTA'))).length).toBeGreaterThan(0)
  })

  test('is brought to LT without a network by evidence that was kept from when it was signed', async () => {
    const base = await signed()
    const { root, fetcher } = authority
    const known = await gatherDocumentEvidence(base, { anchors: [root.certificate], fetcher })
    const asked = authority.server.requests.length
    expect(judged(await raised(base, 'LT', { known }))).toEqual(good('LT'))
    expect(authority.server.requests).toHaveLength(asked)
  })

  test('is renewed with fresh evidence for the authority of its last timestamp', async () => {
    const old = { thisUpdate: new Date(Date.now() - 4 * 86_400_000), nextUpdate: new Date(Date.now() + 2000) }
    authority.answers.set('/root.crl', makeTestCrl({ issuer: authority.root, ...old }))
    const archived = await raised(await signed(), 'LTA')
    const fresh = makeTestCrl({ issuer: authority.root })
    authority.answers.set('/root.crl', fresh)
    const later = { at: new Date(Date.now() + 60_000) }
    const renewed = await raised(archived, 'LTA', later)
    const stored = withPdf(renewed, (document) => evidenceOf(readDss(document)!).crls)
    expect(stored.map((crl) => Buffer.from(crl))).toContainEqual(Buffer.from(fresh))
  })
})

describe('evidence that cannot be had', () => {
  test('is an error with the certificate and the cause, never a lower level', async () => {
    const base = await signed()
    authority.answers.set('/ocsp/ca', (_request, response) => void response.writeHead(503).end())
    authority.answers.set('/ca.crl', Buffer.from('rubbish'))
    await expect(augment(base, options('LTA'))).rejects.toMatchObject({
      code: 'EVIDENCE_MISSING',
      facts: {
        subject: 'CN=Ana',
        cause: 'LIES',
        attempts: [
          { source: 'OCSP', cause: 'UNREACHABLE', detail: 'STATUS' },
          { source: 'CRL', cause: 'LIES' },
        ],
      },
    })
  })

  test('of the timestamp authority is an error, too', async () => {
    const base = await signed()
    authority.answers.set('/root.crl', (_request, response) => void response.destroy())
    await expect(augment(base, options('LT'))).rejects.toMatchObject({
      code: 'EVIDENCE_MISSING',
      facts: { subject: 'CN=TSA', cause: 'UNREACHABLE' },
    })
  })

  test('because the signer was revoked before the proved time', async () => {
    const base = await signed()
    const status = { revokedAt: new Date(Date.now() - 60_000) }
    authority.answers.set('/ocsp/ca', makeTestOcsp({ ...ana, issuer: authority.ca, status }))
    await expect(augment(base, options('LT'))).rejects.toMatchObject({ facts: { cause: 'REVOKED' } })
  })

  test('is no matter when the signer was revoked after the proved time', async () => {
    const base = await signed()
    const status = { revokedAt: new Date(Date.now() + 60_000) }
    const times = { thisUpdate: new Date(Date.now() + 61_000), nextUpdate: new Date(Date.now() + 120_000) }
    authority.answers.set('/ocsp/ca', makeTestOcsp({ ...ana, ...times, issuer: authority.ca, status }))
    expect((await augment(base, options('LT'))).length).toBeGreaterThan(0)
  })

  test('may be missing only where the caller says so', async () => {
    const stranger = makeTestSigner({ commonName: 'Stranger' })
    const base = await signed(ana, await signTestPdf(makeTestPdf(), stranger, authority.timestamp))
    await expect(augment(base, options('LT'))).rejects.toMatchObject({ facts: { cause: 'UNTRUSTED' } })
    const lacking: string[] = []
    const mayLack = (field: string): boolean => lacking.push(field) > 0
    expect((await augment(base, options('LT', { mayLack }))).length).toBeGreaterThan(0)
    expect(lacking).toHaveLength(1)
  })

  test('for one certificate of a signature, takes nothing from what is known of the others', async () => {
    const unit = makeTestSigner({ commonName: 'Elsewhere', keyUsage: 0x80, purposes: [OID.ekuTimeStamping] })
    const timestamp: TimestampSource = (message) =>
      Promise.resolve(makeTestToken(unit, { imprint: 'digest' in message ? message.digest : imprintOf(message) }))
    const base = await signTestPdf(makeTestPdf(), ana, timestamp)
    const evidence = await gatherDocumentEvidence(base, { ...options('LT'), mayLack: () => true })
    const { signatures } = validate(base, { trustAnchors: [authority.root.certificate] }, { evidence })
    expect(signatures).toMatchObject([{ indication: 'TOTAL-PASSED', provedAt: null }])
  })
})

describe('a timestamp authority that is not known before it answers', () => {
  test('is asked again once its evidence is in the file', async () => {
    const base = await signed()
    const issue = (commonName: string): TestSigner =>
      authority.issue({ commonName, keyUsage: 0x80, purposes: [OID.ekuTimeStamping] })
    const units = [issue('Unit 1'), issue('Unit 2')]
    let asked = 0
    const timestamp: TimestampSource = (message) => {
      const unit = units[asked++ % 2]!
      return Promise.resolve(
        makeTestToken(unit, { imprint: 'digest' in message ? message.digest : imprintOf(message) }),
      )
    }
    expect(judged(await raised(base, 'LTA', { timestamp }))).toEqual(good('LTA'))
    expect(asked).toBe(3)
  })

  test('must lead to an anchor', async () => {
    const stranger = makeTestSigner({ commonName: 'Elsewhere', keyUsage: 0x80, purposes: [OID.ekuTimeStamping] })
    const timestamp: TimestampSource = (message) =>
      Promise.resolve(makeTestToken(stranger, { imprint: 'digest' in message ? message.digest : imprintOf(message) }))
    await expect(augment(await signed(), options('LTA', { timestamp }))).rejects.toMatchObject({
      code: 'EVIDENCE_MISSING',
      facts: { subject: 'CN=Elsewhere', cause: 'UNTRUSTED' },
    })
  })
})

describe('a file that cannot be augmented', () => {
  test('has no signature', async () => {
    await expect(augment(makeTestPdf(), options('LTA'))).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      facts: { fault: 'NONE' },
    })
  })

  test('has a signature whose CMS cannot be read', async () => {
    const base = Buffer.from(await signed())
    base.fill('0', base.indexOf('/Contents <') + 11, base.indexOf('/Contents <') + 211)
    await expect(augment(base, options('LT'))).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      facts: { fault: 'CMS' },
    })
  })

  test('needs a timestamp when there is none to be had', async () => {
    await expect(augment(await signed(), options('LTA', { timestamp: undefined }))).rejects.toThrow(TypeError)
  })
})

test('reads and hashes the base once to reach LTA from T', async () => {
  const base = await signed()
  const seen: string[] = []
  const steps = {
    readTargets: (bytes: Uint8Array) => (seen.push('read'), readTargets(bytes)),
    prepareArchive: (...args: Parameters<typeof prepareArchive>) => (seen.push('prepare'), prepareArchive(...args)),
  }
  const tail = await augmentBySteps(steps, base, options('LTA'))
  expect(seen).toEqual(['read', 'prepare'])
  expect(judged(Buffer.concat([base, tail]))).toEqual(good('LTA'))
})

test('the same is done in threads, where the file is read', async () => {
  const base = await signed()
  const shared = new Uint8Array(new SharedArrayBuffer(base.length))
  shared.set(base)
  await using workers = createPadesWorkers({ threads: 1, memoryMb: 128, timeoutMs: 8000 })
  const { anchors, fetcher } = options('LT')
  const known = await workers.gatherDocumentEvidence(shared, { anchors, fetcher })
  const tail = await workers.augment(shared, options('LTA', { known }))
  expect(judged(Buffer.concat([base, tail]))).toEqual(good('LTA'))
  const stamped = await workers.addDocumentTimestamp(shared, authority.timestamp)
  expect(judged(Buffer.concat([base, stamped])).integrity).toBe('intact')
  const stored = Buffer.concat([base, await workers.addValidationData(shared, known)])
  expect(withPdf(stored, (document) => evidenceOf(readDss(document)!)).ocsps).toHaveLength(known.ocsps.length)
  await expect(workers.augment(new Uint8Array(makeTestPdf()), options('LT'))).rejects.toMatchObject({
    code: 'SIGNATURE_INVALID',
  })
})

test('the VRI names each signature by the digest of its contents, padding included', async () => {
  const file = await raised(await signed(), 'LT')
  const hex = /\/Contents <([0-9a-f]+)>/.exec(file.toString('latin1'))?.[1] ?? ''
  const key = createHash('sha1').update(Buffer.from(hex, 'hex')).digest('hex').toUpperCase()
  expect(withPdf(file, (document) => [...readDss(document)!.vri.keys()])).toEqual([key])
})
