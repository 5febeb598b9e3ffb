import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { serveTestAuthority, type TestAuthority } from '@rubrica/pki/testing'
import { signTestPdf } from '../../../testing/sign-test-pdf.ts'
import { augment } from '../../long-term/augment.ts'
import type { SignatureReport, ValidationReport } from '../validation-report.ts'
import { validate } from '../validate.ts'
import { writeEtsiReport } from './write-etsi-report.ts'

/** What is asked of an element; the parser's own types bring those of browsers along. */
interface Element {
  readonly textContent: string
  getElementsByTagName(name: string): ArrayLike<Element>
  hasAttribute(name: string): boolean
  getAttribute(name: string): string
}
interface XmlParser {
  new (options: object): { parseFromString(text: string, type: string): { readonly documentElement: Element } }
}
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as { DOMParser: XmlParser }

const AT = new Date()

let authority: TestAuthority
let file: Uint8Array
beforeAll(async () => {
  authority = await serveTestAuthority()
  const { root, fetcher, timestamp } = authority
  const signed = await signTestPdf(makeTestPdf(), authority.issue({ commonName: 'Ana & <Co> "Ltd"' }), timestamp)
  const anchors = [root.certificate]
  file = Buffer.concat([signed, await augment(signed, { level: 'LTA', anchors, fetcher, timestamp })])
})
afterAll(() => authority[Symbol.asyncDispose]())

const judged = (pdf = file, trustAnchors = [authority.root.certificate]): ValidationReport =>
  validate(pdf, { trustAnchors }, { at: AT })

/** As an XML parser reads it; what is not well-formed is thrown. */
function parse(report: ValidationReport, isWhole = false): Element {
  const wrong: string[] = []
  const note = (message: string) => void wrong.push(message)
  const xml = writeEtsiReport(report, { at: AT, isWhole })
  const document = new DOMParser({ errorHandler: { warning: note, error: note, fatalError: note } }).parseFromString(
    xml,
    'application/xml',
  )
  expect(wrong).toEqual([])
  return document.documentElement
}

const all = (root: Element, name: string): Element[] => Array.from(root.getElementsByTagName(name))
const texts = (root: Element, name: string) => all(root, name).map(({ textContent }) => textContent)

describe('of a long-term signature', () => {
  test('indication, process, times and names are told as the standard has them', () => {
    const root = parse(judged())
    const [signature] = all(root, 'SignatureValidationReport')
    const [process] = texts(root, 'SignatureValidationProcessID')
    expect(texts(all(signature!, 'SignatureValidationStatus')[0]!, 'MainIndication')).toEqual([
      'urn:etsi:019102:mainindication:total-passed',
    ])
    expect(process).toBe('urn:etsi:019102:validationprocess:LTA')
    expect(texts(root, 'Signer')).toEqual(['Ana & <Co> "Ltd"'])
    expect(texts(root, 'ValidationTime')).toEqual([AT.toISOString().replace(/\.\d+/, '')])
  })

  test('times are in whole seconds, since other readers take a fraction for no time at all', () => {
    const times = ['ValidationTime', 'POETime', 'TimeStampValue'].flatMap((name) => texts(parse(judged()), name))
    expect(times.length).toBeGreaterThan(2)
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  test('the digest of the document is that of its ByteRange, and the value that of the signature', () => {
    const root = parse(judged())
    const [from, length, then, rest] = texts(root, 'ByteRange')[0]!.split(' ').map(Number) as [
      number,
      number,
      number,
      number,
    ]
    const signed = [file.subarray(from, from + length), file.subarray(then, then + rest)]
    const digest = createHash('sha256').update(signed[0]!).update(signed[1]!).digest('base64')
    const told = texts(all(root, 'SignersDocument')[0]!, 'ds:DigestValue')
    expect(told).toEqual([digest])
    const value = Buffer.from(texts(root, 'ds:SignatureValue')[0]!, 'base64').toString('hex')
    expect(Buffer.from(file).toString('latin1')).toContain(value)
  })

  test('everything that is referred to is there, once', () => {
    const root = parse(judged(), true)
    const ids = all(root, '*').flatMap((one) => (one.hasAttribute('id') ? [one.getAttribute('id')] : []))
    expect(new Set(ids).size).toBe(ids.length)
    const referred = all(root, '*').flatMap((one) =>
      one.hasAttribute('VOReference') ? [one.getAttribute('VOReference')] : [],
    )
    expect(ids).toEqual(expect.arrayContaining(referred))
    const certificates = texts(root, 'base64')
    expect(certificates).toContain(Buffer.from(authority.root.certificate).toString('base64'))
    expect(texts(root, 'ObjectType')).toContain('urn:etsi:019102:validationObject:timestamp')
  })
})

test('what is not proved has its sub-indication, and a change that no rule allows fails its constraint', () => {
  const root = parse(judged(file, []))
  expect(texts(root, 'SubIndication')).toContain('urn:etsi:019102:subindication:NO_CERTIFICATE_CHAIN_FOUND')
  const report = judged()
  const [signature] = report.signatures as [SignatureReport]
  const changes = [{ what: 'PAGE_CONTENT', object: 5, page: 1, revision: 2, justifiedBy: null }] as const
  const changed = parse({ ...report, signatures: [{ ...signature, changes: changes as never }] })
  expect(texts(all(changed, 'ValidationConstraint')[0]!, 'MainIndication')).toEqual([
    'urn:etsi:019102:mainindication:failed',
  ])
})

test('a file without signatures is one report that says so, as is a damaged one; names from a file are text', () => {
  expect(texts(parse(judged(makeTestPdf())), 'MainIndication')).toEqual(['urn:rubrica:validation:no-signature-found'])
  const damaged = parse(judged(Buffer.from('%PDF-1.7\nnothing')))
  expect(texts(damaged, 'MainIndication')).toEqual(['urn:etsi:019102:mainindication:total-failed'])
  expect(texts(damaged, 'SubIndication')).toEqual(['urn:etsi:019102:subindication:FORMAT_FAILURE'])
  const report = judged()
  const [signature] = report.signatures as [SignatureReport]
  const hostile = '</Signer><MainIndication>\u0000\ud800]]>&amp;'
  const root = parse({ ...report, signatures: [{ ...signature, signer: hostile }] })
  expect(texts(root, 'Signer')).toEqual(['</Signer><MainIndication>\ufffd\ufffd]]>&amp;'])
})
