import { describe, expect, test } from 'vitest'
import {
  childrenOf,
  DerError,
  encodeAttribute,
  encodeElement,
  encodeExplicit,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeUnsignedInteger,
  OID,
  onlyChild,
  readDer,
} from '@rubrica/pki'
import { makeTestCms, makeTestSigner, type TestCmsPlan } from '@rubrica/pki/testing'
import { onlyValue, readCms } from './read-cms.ts'

const signer = makeTestSigner()
const message = Buffer.from('document')
const cmsOf = (plan: TestCmsPlan = {}): Uint8Array => makeTestCms(signer, message, plan)
const partsOf = (bytes: Uint8Array): Uint8Array[] => childrenOf(readDer(bytes)).map((member) => member.bytes)

/** The CMS with the members of its SignedData changed: version, digests, content, certificates, signers. */
function reframe(change: (members: Uint8Array[]) => readonly Uint8Array[], type: string = OID.signedData) {
  const wrapper = childrenOf(readDer(cmsOf()))[1]
  if (wrapper === undefined) throw new Error('No content')
  return encodeSequence(
    encodeOid(type),
    encodeExplicit(0, encodeSequence(...change(partsOf(onlyChild(wrapper).bytes)))),
  )
}

describe('revocation data in a CMS', () => {
  const crl = encodeSequence(encodeUnsignedInteger(1))
  const response = encodeSequence(encodeUnsignedInteger(2))
  const info = (format: Uint8Array, ...rest: readonly Uint8Array[]) => encodeElement(0xa1, format, ...rest)
  const ocsp = encodeOid('1.3.6.1.5.5.7.16.2')
  const withRevocation = (...members: readonly Uint8Array[]) => {
    const { crls, ocsps } = readCms(
      reframe((parts) => [...parts.slice(0, 4), encodeElement(0xa1, ...members), ...parts.slice(4)]),
    )
    return { crls, ocsps }
  }

  test('is lists, and answers under their own format', () => {
    expect(withRevocation(crl, info(ocsp, response), crl)).toEqual({ crls: [crl, crl], ocsps: [response] })
  })

  test.each([
    ['of another format', info(encodeOid('1.2.3'), response)],
    ['without a format', info(encodeNull(), response)],
    ['that is empty', info(ocsp)],
    ['under another tag', encodeElement(0xa2, ocsp, response)],
  ])('%s is left alone', (_what, member) => {
    expect(withRevocation(member)).toEqual({ crls: [], ocsps: [] })
  })

  test('may be absent', () => {
    expect(readCms(cmsOf())).toMatchObject({ crls: [], ocsps: [] })
  })
})

describe('the certificates in a CMS', () => {
  test('are those of X.509', () => {
    const file = reframe(([version, digests, content, certificates, signers]) => [
      version!,
      digests!,
      content!,
      encodeElement(0xa0, encodeElement(0xa1, encodeNull()), ...partsOf(certificates!)),
      signers!,
    ])
    expect(readCms(file).certificates).toEqual([signer.certificate])
  })

  test('may be absent', () => {
    const file = reframe(([version, digests, content, , signers]) => [version!, digests!, content!, signers!])
    expect(readCms(file).certificates).toEqual([])
  })
})

describe('the signers of a CMS', () => {
  test('are counted up to eight', () => {
    expect([0, 1, 8, 9].map((signers) => readCms(cmsOf({ signers })).signers.length)).toEqual([0, 1, 8, 8])
  })

  test('are named by issuer and serial number, or by a key', () => {
    const resign = (identifier: Uint8Array) =>
      reframe((members) => {
        const [version, , ...rest] = partsOf(partsOf(members[4] as Uint8Array)[0] as Uint8Array)
        return [...members.slice(0, 4), encodeElement(0x31, encodeSequence(version!, identifier, ...rest))]
      })
    const [first] = readCms(resign(encodeElement(0x80, message))).signers
    expect(first?.identifier).toEqual({ keyIdentifier: new Uint8Array(message) })
    expect(() => readCms(resign(encodeElement(0x81, message)))).toThrow(DerError)
    expect(() => readCms(resign(encodeSequence(encodeNull(), encodeNull())))).toThrow(DerError)
  })

  test('have their signed attributes in the order of DER, however they were sent', () => {
    const attributesOf = (plan: TestCmsPlan) => readCms(cmsOf(plan)).signers.map((info) => info.signedAttributes!)
    expect(attributesOf({ isSorted: false })).toEqual(attributesOf({}))
  })

  test('may have none', () => {
    const [bare] = readCms(cmsOf({ hasAttributes: false })).signers
    expect(bare).toMatchObject({ signedAttributes: null, signed: new Map(), unsigned: new Map() })
  })

  test('have attributes that are not signed', () => {
    const [stamped] = readCms(
      cmsOf({ unsigned: () => [encodeAttribute(OID.signatureTimeStamp, encodeSequence())] }),
    ).signers
    expect([...(stamped?.unsigned.keys() ?? [])]).toEqual([OID.signatureTimeStamp])
    expect(stamped?.signed.has(OID.signatureTimeStamp)).toBe(false)
  })
})

describe('the value of an attribute', () => {
  const attribute = encodeAttribute('1.2.3', encodeOctetString(message))
  const valueIn = (attributes: readonly Uint8Array[]) =>
    onlyValue(readCms(cmsOf({ attributes })).signers[0]?.signed ?? new Map(), '1.2.3')

  test('is the only one', () => {
    expect(valueIn([attribute])?.content).toEqual(new Uint8Array(message))
  })

  test('is none when there are several, in one attribute or in two', () => {
    const two = encodeSequence(encodeOid('1.2.3'), encodeElement(0x31, encodeNull(), encodeNull()))
    expect(valueIn([two])).toBeNull()
    expect(valueIn([attribute, attribute])).toBeNull()
    expect(valueIn([])).toBeNull()
  })
})

describe('what is no SignedData is rejected', () => {
  test.each<[string, () => Uint8Array]>([
    ['another type', () => reframe((members) => members, OID.data)],
    ['no version', () => reframe(([, ...rest]) => rest)],
    ['no digests', () => reframe(([version, , ...rest]) => [version!, ...rest])],
    ['no signers', () => reframe((members) => members.slice(0, 4))],
    ['signers that are none', () => reframe((members) => [...members.slice(0, 4), encodeElement(0x31, encodeNull())])],
  ])('%s', (_what, make) => {
    expect(() => readCms(make())).toThrow(DerError)
  })

  test('and so is one with members that do not belong there', () => {
    const more = encodeUnsignedInteger(1)
    expect(() => readCms(reframe((parts) => [...parts, more]))).toThrow(DerError)
    const inSigner = reframe((parts) => {
      const [signerInfo] = childrenOf(readDer(parts.at(-1) as Uint8Array))
      const longer = encodeSequence(...partsOf(signerInfo?.bytes as Uint8Array), more)
      return [...parts.slice(0, -1), encodeElement(0x31, longer)]
    })
    expect(() => readCms(inSigner)).toThrow(DerError)
    const [type, content] = partsOf(cmsOf())
    expect(() => readCms(encodeSequence(type as Uint8Array, content as Uint8Array, more))).toThrow(DerError)
  })

  test('and what follows it is not looked at', () => {
    const cms = cmsOf()
    expect(readCms(Buffer.concat([cms, Buffer.from('rest')])).length).toBe(cms.length)
  })
})
