import { describe, expect, test } from 'vitest'
import { OID, type TimestampSource, CodedError } from '@rubrica/pki'
import { addDocumentTimestamp, addValidationData, validate } from '../src/index.ts'
import { imprintOf, makeTestCrl, makeTestSigner, makeTestToken } from '@rubrica/pki/testing'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { signTestPdf } from '../testing/sign-test-pdf.ts'

const CASES = 400
const SEED = 20_260_131

const root = makeTestSigner({ commonName: 'Root', isCa: true })
const signer = makeTestSigner({ issuer: root })
const tsa = makeTestSigner({ commonName: 'TSA', issuer: root, purposes: [OID.ekuTimeStamping] })
const timestamp: TimestampSource = (message) => {
  const imprint = message instanceof Uint8Array ? imprintOf(message) : message.digest
  return Promise.resolve(makeTestToken(tsa, { imprint }))
}

async function makeArchive(): Promise<Buffer> {
  const signed = await signTestPdf(makeTestPdf(), signer, timestamp)
  const evidence = {
    certificates: [root.certificate, tsa.certificate],
    ocsps: [],
    crls: [makeTestCrl({ issuer: root })],
  }
  const complete = Buffer.concat([signed, addValidationData(signed, evidence)])
  return Buffer.concat([complete, await addDocumentTimestamp(complete, timestamp)])
}

const archive = await makeArchive()
const policy = { trustAnchors: [root.certificate] }
/** Where the interesting octets are. */
const SPOTS = [...archive.toString('latin1').matchAll(/ByteRange|Contents|startxref|\/V |Fields|DSS|obj|trailer|3082/g)]

/** Numbers below `limit`, the same ones in every run. */
function makeRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % limit
  }
}

function mutate(file: Buffer, random: (limit: number) => number): Buffer {
  const copy = Buffer.from(file)
  for (let left = 1 + random(6); left > 0; left--) {
    const spot = SPOTS[random(SPOTS.length)]?.index ?? 0
    const at = random(2) === 0 ? Math.min(copy.length - 1, spot + random(60)) : random(copy.length)
    if (random(3) === 0) copy.write(String(random(100_000)), at, 'latin1')
    else copy[at] = random(256)
  }
  return random(20) === 0 ? copy.subarray(0, random(copy.length)) : copy
}

describe('a signed file with random octets changed', () => {
  test('as it was is intact, or the cases below prove nothing', () => {
    const { integrity, signatures } = validate(archive, policy)
    expect([integrity, signatures[0]?.level]).toEqual(['intact', 'PAdES-BASELINE-LTA'])
  })

  test(`answers or is refused with a code, ${CASES} times`, () => {
    const random = makeRandom(SEED)
    for (let index = 0; index < CASES; index++) {
      const file = mutate(archive, random)
      try {
        expect(['intact', 'suspicious', 'broken']).toContain(validate(file, policy).integrity)
      } catch (error) {
        if (!(error instanceof CodedError)) throw new Error(`Case ${index}`, { cause: error })
      }
    }
  })

  test('is never intact when what the signature covers is changed', () => {
    const random = makeRandom(SEED)
    const gap = archive.indexOf('/Contents <') + '/Contents '.length
    for (let index = 0; index < CASES; index++) {
      const file = Buffer.from(archive)
      const at = random(gap)
      file[at] = file[at]! ^ (1 + random(255))
      let integrity = 'refused'
      try {
        integrity = validate(file, policy).integrity
      } catch (error) {
        if (!(error instanceof CodedError)) throw new Error(`Case ${index}`, { cause: error })
      }
      expect(integrity).not.toBe('intact')
    }
  })
})
