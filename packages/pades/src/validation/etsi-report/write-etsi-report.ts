/**
 * Writes a validation report as ETSI TS 119 102-2 V1.4.1 has it: one report for each signature, and the certificates and
 * document timestamps that it refers to as validation objects.
 *
 * It is not signed: what it lies in is, or whoever asked for it trusts who answered.
 */
import { createHash } from 'node:crypto'
import type { ChainLink } from '@rubrica/pki'
import type { SignatureReport, SubIndication, TimestampReport, ValidationReport } from '../validation-report.ts'
import { element, type Xml } from './write-xml.ts'

const NAMESPACES = {
  xmlns: 'http://uri.etsi.org/19102/v1.4.1#',
  'xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#',
  'xmlns:XAdES': 'http://uri.etsi.org/01903/v1.3.2#',
}

const OF_119_102 = 'urn:etsi:019102'
/** For what the standard has no word for: what later revisions did, and a file without signatures. */
const OWN = 'urn:rubrica:validation'

/** XML Encryption and RFC 9231 name digests so; a digest without a name here is left out. */
const DIGESTS: Readonly<Record<string, string>> = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha224: 'http://www.w3.org/2001/04/xmldsig-more#sha224',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
}

export interface EtsiReportOptions {
  /** The moment of the validation. */
  readonly at: Date
  /** Certificates go in whole; else by their digest, for who has the file at hand. */
  readonly isWhole?: boolean
}

/** The XML document, in UTF-8 once it is encoded. */
export function writeEtsiReport({ integrity, signatures }: ValidationReport, options: EtsiReportOptions): string {
  const people = signatures.filter(({ kind }) => kind === 'signature')
  const stamps = signatures.filter(({ kind }) => kind === 'document-timestamp')
  const reports =
    people.length === 0 ? [nothingSigned(integrity)] : people.map((one, index) => reportOf(one, index, options))
  const objects = [
    ...certificatesOf(signatures, options),
    ...stamps.flatMap((stamp, index) => timestampObject(stamp, index)),
  ]
  const root = element(
    'ValidationReport',
    [...reports, objects.length > 0 ? element('SignatureValidationObjects', objects) : undefined],
    NAMESPACES,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`
}

/** In whole seconds: EU DSS's reader takes a time with a fraction for none. */
const moment = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z')
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Of a damaged file nobody can say that it holds no signature. */
const nothingSigned = (integrity: ValidationReport['integrity']): Xml =>
  element('SignatureValidationReport', [
    element(
      'SignatureValidationStatus',
      integrity === 'broken'
        ? [mainIndicationOf('TOTAL-FAILED'), subIndicationOf('FORMAT_FAILURE')]
        : [element('MainIndication', `${OWN}:no-signature-found`)],
    ),
  ])

function reportOf(signature: SignatureReport, index: number, { at }: EtsiReportOptions): Xml {
  return element('SignatureValidationReport', [
    identifierOf(signature, index),
    constraintsOf(signature),
    timesOf(signature, at),
    documentOf(signature),
    attributesOf(signature),
    signerOf(signature),
    element('SignatureValidationProcess', [
      element('SignatureValidationProcessID', `${OF_119_102}:validationprocess:${processOf(signature)}`),
    ]),
    statusOf(signature),
  ])
}

const digestOf = (hash: string, digest: Uint8Array): readonly Xml[] | undefined => {
  const algorithm = DIGESTS[hash]
  if (algorithm === undefined) return undefined
  return [element('ds:DigestMethod', [], { Algorithm: algorithm }), element('ds:DigestValue', base64(digest))]
}

/** Elements of the type DigestAlgAndValueType, whose members are of XML signatures. */
function digestAlgAndValue(hash: string, digest: Uint8Array | null | undefined): Xml | undefined {
  const members = digest ? digestOf(hash, digest) : undefined
  return members && element('DigestAlgAndValue', members)
}

/** Clause 4.2.3: by the data to be signed, and the value. */
function identifierOf({ octets }: SignatureReport, index: number): Xml {
  return element(
    'SignatureIdentifier',
    [
      octets ? digestAlgAndValue('sha256', octets.attributesDigest) : undefined,
      octets ? element('ds:SignatureValue', base64(octets.value)) : undefined,
      element('HashOnly', 'false'),
      element('DocHashOnly', 'false'),
    ],
    { id: `S-${index + 1}` },
  )
}

/** The rules of ISO 32000-2 for later revisions are a constraint of the format: the standard leaves them to it. */
function constraintsOf({ changes }: SignatureReport): Xml {
  const isJustified = changes.every(({ justifiedBy }) => justifiedBy !== null)
  const indication = element('MainIndication', `${OF_119_102}:mainindication:${isJustified ? 'passed' : 'failed'}`)
  return element('ValidationConstraintsEvaluationReport', [
    element('ValidationConstraint', [
      element('ValidationConstraintIdentifier', `${OWN}:changes-after-signing`),
      element('ConstraintStatus', [element('Status', `${OF_119_102}:constraintStatus:applied`)]),
      element('ValidationStatus', [indication]),
    ]),
  ])
}

/** Without a proof of existence the best signature time is that of the validation (EN 319 102-1 clause 5.5.4). */
function timesOf({ provedAt }: SignatureReport, at: Date): Xml {
  return element('ValidationTimeInfo', [
    element('ValidationTime', moment(at)),
    element('BestSignatureTime', [
      element('POETime', moment(provedAt ?? at)),
      element('TypeOfProof', `${OF_119_102}:poetype:validation`),
    ]),
  ])
}

function documentOf({ octets }: SignatureReport): Xml | undefined {
  const digest = octets ? digestAlgAndValue(octets.hash, octets.documentDigest) : undefined
  return digest && element('SignersDocument', [digest])
}

function attributesOf({ octets, signedAt, timestamps, chain }: SignatureReport): Xml | undefined {
  const [signer] = chain
  const members = [
    signedAt ? element('SigningTime', [element('Time', moment(signedAt))], { Signed: 'false' }) : undefined,
    signer ? element('SigningCertificate', [certificateId(signer)], { Signed: 'true' }) : undefined,
    ...timestamps.map(({ time }) => element('SignatureTimeStamp', [element('TimeStampValue', moment(time))])),
    octets?.documentDigest
      ? element('MessageDigest', [element('Digest', base64(octets.documentDigest))], { Signed: 'true' })
      : undefined,
    octets ? element('SubFilter', [element('SubFilterElement', octets.subFilter)]) : undefined,
    octets ? element('ByteRange', octets.byteRange.join(' ')) : undefined,
  ].filter((member) => member !== undefined)
  return members.length > 0 ? element('SignatureAttributes', members) : undefined
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const certificateId = ({ certificate }: ChainLink): Xml =>
  element('CertID', digestOf('sha256', sha256(certificate)) ?? [])

const nameOf = (certificate: Uint8Array): string => `C-${sha256(certificate).toString('hex')}`
const refer = (name: string, certificate: Uint8Array): Xml => element(name, [], { VOReference: nameOf(certificate) })

function signerOf({ chain, signer }: SignatureReport): Xml | undefined {
  const [link] = chain
  if (!link) return undefined
  return element('SignerInformation', [
    refer('SignerCertificate', link.certificate),
    signer === null ? undefined : element('Signer', signer),
  ])
}

/** Which process of EN 319 102-1 led to the answer: clause 5.3, 5.5 or 5.6. */
function processOf({ level, timestamps, provedAt }: SignatureReport): 'Basic' | 'LTVM' | 'LTA' {
  if (level === 'PAdES-BASELINE-LTA') return 'LTA'
  return timestamps.length > 0 || provedAt !== null ? 'LTVM' : 'Basic'
}

const mainIndicationOf = (indication: string): Xml =>
  element('MainIndication', `${OF_119_102}:mainindication:${indication.toLowerCase()}`)

const subIndicationOf = (subIndication: SubIndication | null): Xml | undefined =>
  subIndication === null ? undefined : element('SubIndication', `${OF_119_102}:subindication:${subIndication}`)

function statusOf({ indication, subIndication, chain }: SignatureReport): Xml {
  return element('SignatureValidationStatus', [
    mainIndicationOf(indication),
    subIndicationOf(subIndication),
    chain.length > 0 ? reportDataOf(chain) : undefined,
  ])
}

function reportDataOf(chain: readonly ChainLink[]): Xml {
  const [signing, ...others] = chain
  const anchor = chain.find(({ isAnchor }) => isAnchor)
  const between = others.filter(({ isAnchor }) => !isAnchor)
  const revoked = chain.find(({ revocation }) => revocation.status === 'revoked')
  return element('AssociatedValidationReportData', [
    anchor && refer('TrustAnchor', anchor.certificate),
    element('CertificateChain', [
      refer('SigningCertificate', signing!.certificate),
      ...between.map(({ certificate }) => refer('IntermediateCertificate', certificate)),
      anchor && refer('TrustAnchor', anchor.certificate),
    ]),
    revoked && revocationOf(revoked),
  ])
}

function revocationOf({ certificate, revocation }: ChainLink): Xml | undefined {
  if (revocation.status !== 'revoked') return undefined
  return element('RevocationStatusInformation', [
    refer('ValidationObjectId', certificate),
    element('RevocationTime', moment(revocation.at)),
  ])
}

/** Each once, however many signatures lead to it. */
function certificatesOf(signatures: readonly SignatureReport[], { isWhole }: EtsiReportOptions): Xml[] {
  const links = signatures.flatMap(({ chain, timestamps }) => [...chain, ...timestamps.flatMap((one) => one.chain)])
  const known = new Map(links.map(({ certificate }) => [nameOf(certificate), certificate]))
  return [...known].map(([id, certificate]) =>
    element(
      'ValidationObject',
      [
        element('ObjectType', `${OF_119_102}:validationObject:certificate`),
        element('ValidationObjectRepresentation', [
          isWhole === true ? element('base64', base64(certificate)) : digestAlgAndValue('sha256', sha256(certificate)),
        ]),
      ],
      { id },
    ),
  )
}

/** A document timestamp has no signer to report on; it is an object with a report of its own (clause 4.4). */
function timestampObject(stamp: SignatureReport, index: number): Xml[] {
  if (stamp.octets === null) return []
  return [
    element(
      'ValidationObject',
      [
        element('ObjectType', `${OF_119_102}:validationObject:timestamp`),
        element('ValidationObjectRepresentation', [digestAlgAndValue('sha256', sha256(stamp.octets.cms))]),
        stamp.signedAt ? proofOf(stamp.signedAt) : undefined,
        element('ValidationReport', [timestampStatus(stamp)]),
      ],
      { id: `T-${index + 1}` },
    ),
  ]
}

const proofOf = (time: Date): Xml => element('POEProvisioning', [element('POETime', moment(time))])

/** Timestamps pass or fail, where signatures pass or fail in total (EN 319 102-1 clause 5.4). */
const TIMESTAMP_WORDS: Readonly<Record<TimestampReport['indication'], string>> = {
  'TOTAL-PASSED': 'passed',
  'TOTAL-FAILED': 'failed',
  INDETERMINATE: 'indeterminate',
}

const timestampStatus = ({ indication, subIndication, chain }: SignatureReport): Xml =>
  element('SignatureValidationStatus', [
    mainIndicationOf(TIMESTAMP_WORDS[indication]),
    subIndicationOf(subIndication),
    chain.length > 0 ? reportDataOf(chain) : undefined,
  ])
