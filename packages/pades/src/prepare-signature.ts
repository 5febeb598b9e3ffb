/**
 * Phase one of signing: fixes every byte of the new revision except the CMS (ISO 32000-2 clause 12.8, EN 319 142-1
 * clauses 5.3 and 6.3).
 *
 * An existing field is only filled: its value, and its appearance when there is a stamp. The same stamp fills the push
 * buttons that the request names. The base is never copied; it is hashed once.
 */
import { PadesError } from './pades-error.ts'
import { buildStamp } from './stamp/build-stamp.ts'
import { BaseHash } from './byte-range/base-hash.ts'
import { emptySlots, fillByteRange } from './byte-range/sign-slots.ts'
import {
  buildSignedAttributes,
  type DataToBeSigned,
  digestOf,
  parseCertificate,
  PkiError,
  readCertificate,
  type SignatureScheme,
} from '@rubrica/pki'
import { createSignatureFields } from './fields/create-signature-fields.ts'
import { drawField, fillSignatureField } from './fields/fill-signature-field.ts'
import { type FormField, type FormFields, readFields, type SignatureField } from './fields/read-fields.ts'
import { assertCertifiable, lockDictionary, recordCertification, signatureReferences } from './fields/limit-changes.ts'
import { assertChangesAllowed } from './fields/read-permissions.ts'
import {
  encodeDate,
  encodeText,
  type PdfDict,
  type PdfDocument,
  type PdfRef,
  PdfUpdate,
  RawSyntax,
  serialiseObject,
  withPdf,
  PdfError,
} from '@rubrica/pdf'
import type { FixedSignature, PreparedSignature, SignatureRequest } from './types.ts'

/** Room for the signature, the attributes and a timestamp with its certificates, beside the signer's chain. */
const ROOM_BESIDE_CHAIN = 16_384
/** What providers that issue a certificate on demand ask for, their timestamp and revocation data included. */
const ROOM_ON_DEMAND = 30_000
const LARGEST_CONTENTS = 1_048_576

/**
 * @throws CodedError NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_MANY_PAGES, PDF_TOO_COMPLEX, PAGE_OUT_OF_RANGE,
 *   BOX_INVALID, FIELD_NOT_FOUND, FIELD_ALREADY_SIGNED, FIELD_NAME_INVALID, FIELD_NAME_TAKEN, CHANGES_FORBIDDEN,
 *   CERTIFICATION_NOT_FIRST, IMAGE_INVALID, CERTIFICATE_MISMATCH (the certificate's key does not fit the scheme),
 *   SIGNATURE_TOO_LARGE
 */
export function prepareSignature(base: Uint8Array, request: SignatureRequest): PreparedSignature {
  const { fixed, hash } = fixSignature(base, request)
  const baseDigest = (hash.algorithm === 'SHA-256' ? hash : new BaseHash(base, 'SHA-256')).hex()
  return { version: 1, baseDigest, ...fixed }
}

/** As `prepareSignature`, with the hash that has read the base. */
export function fixSignature(base: Uint8Array, request: SignatureRequest): { fixed: FixedSignature; hash: BaseHash } {
  const signatureScheme = schemeFor(request)
  const contentsSize = contentsSizeFor(request)
  const { tail, start } = writeTail(base, request, contentsSize)
  const { byteRange, contentsOffset } = fillByteRange(tail, start, { baseLength: base.length, contentsSize })
  const { digestAlgorithm, certificate = null, chain } = request
  const hash = new BaseHash(base, digestAlgorithm)
  const documentDigest = hash.digestRange(tail, byteRange)
  const fixed = {
    baseLength: base.length,
    tail,
    contentsOffset,
    contentsSize,
    byteRange,
    documentDigest,
    digestAlgorithm,
    signatureScheme,
    certificate,
    chain,
    signedAttributes:
      certificate === null
        ? new Uint8Array(0)
        : buildSignedAttributes({ documentDigest, digestAlgorithm, certificate }),
  }
  return { fixed, hash }
}

/** The update with empty slots, and where in it the signature dictionary's object starts. */
function writeTail(base: Uint8Array, request: SignatureRequest, contentsSize: number): { tail: Buffer; start: number } {
  return withPdf(base, (document) => {
    if (document.encryption !== null) throw new PdfError('PDF_ENCRYPTED')
    const form = readFields(document)
    const target = findTarget(document, form, request.field)
    const update = new PdfUpdate(document)
    const buttons = findButtons(document, form, request)
    if (request.certify !== undefined) assertCertifiable(document, form.signatureFields)
    const limits = { certify: request.certify, lock: lockOf(document, target, request) }
    const value = update.add(signatureDictionary(request, contentsSize, signatureReferences(document, limits)))
    placeSignature(update, request, { value, target, buttons, names: form.names })
    if (request.certify !== undefined) recordCertification(update, value)
    const { tail, offsets } = update.write()
    return { tail, start: offsets.get(value.num) ?? 0 }
  })
}

/** The digest that a holder of the key signs, for those who are given only a hash. */
export function signedAttributesDigest({ digestAlgorithm, signedAttributes }: DataToBeSigned): Uint8Array {
  return digestOf(digestAlgorithm, signedAttributes)
}

function schemeFor({ certificate, signatureScheme }: SignatureRequest): SignatureScheme {
  if (certificate === undefined) return signatureScheme ?? 'RSASSA-PKCS1-v1_5'
  const type = keyType(certificate)
  const natural = type === 'ec' ? 'ECDSA' : type === 'rsa-pss' ? 'RSASSA-PSS' : 'RSASSA-PKCS1-v1_5'
  const fits = type === 'rsa' ? signatureScheme !== 'ECDSA' : (signatureScheme ?? natural) === natural
  if (!['ec', 'rsa', 'rsa-pss'].includes(type) || !fits) {
    throw new PkiError('CERTIFICATE_MISMATCH', { keyType: type, signatureScheme })
  }
  return signatureScheme ?? natural
}

function keyType(certificate: Uint8Array): string {
  try {
    // What node:crypto reads is not yet what the signed attributes can name.
    readCertificate(certificate)
    return parseCertificate(certificate).publicKey.asymmetricKeyType ?? 'unknown'
  } catch {
    throw new PkiError('CERTIFICATE_MISMATCH', { what: 'unreadable certificate' })
  }
}

function contentsSizeFor({ contentsSize, certificate, chain }: SignatureRequest): number {
  const own = certificate?.length ?? ROOM_ON_DEMAND
  const natural = chain.reduce((sum, { length }) => sum + length, own + ROOM_BESIDE_CHAIN)
  const size = contentsSize ?? natural
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_CONTENTS) {
    throw new PadesError('SIGNATURE_TOO_LARGE', { contentsSize: size, limit: LARGEST_CONTENTS })
  }
  return size
}

function signatureDictionary(request: SignatureRequest, contentsSize: number, limits: readonly PdfDict[]): RawSyntax {
  const lines = ['<</Type /Sig', '/Filter /Adobe.PPKLite', '/SubFilter /ETSI.CAdES.detached', emptySlots(contentsSize)]
  lines.push(`/M ${serialiseObject(encodeDate(request.claimedTime))}`)
  const texts = {
    Name: request.name,
    Reason: request.reason,
    Location: request.location,
    ContactInfo: request.contactInfo,
  }
  for (const [key, text] of Object.entries(texts)) {
    if (text !== undefined && text !== '') lines.push(`/${key} ${serialiseObject(encodeText(text))}`)
  }
  if (limits.length > 0) lines.push(`/Reference ${serialiseObject(limits)}`)
  return new RawSyntax(`${lines.join('\n')}>>`)
}

function lockOf(document: PdfDocument, target: SignatureField | null, { field }: SignatureRequest): PdfDict | null {
  if (target !== null) return document.resolveDict(target.dict.get('Lock'))
  const lock = 'create' in field ? field.create.lock : undefined
  return lock === undefined ? null : lockDictionary(lock)
}

/** The existing field to fill, null when a new one is wanted; and whether earlier signatures allow either. */
function findTarget(
  document: PdfDocument,
  { signatureFields }: FormFields,
  field: SignatureRequest['field'],
): SignatureField | null {
  const name = 'name' in field ? field.name : field.create.name
  const target = 'name' in field ? signatureFields.find((candidate) => candidate.name === name) : null
  if (target === undefined) throw new PadesError('FIELD_NOT_FOUND', { name })
  if (target !== null && target.value !== null) throw new PadesError('FIELD_ALREADY_SIGNED', { name })
  assertChangesAllowed(document, signatureFields, name)
  return target
}

/** The buttons that repeat the stamp; earlier signatures must allow to fill each of them too. */
function findButtons(
  document: PdfDocument,
  { buttonFields, signatureFields }: FormFields,
  { repeatIn = [] }: SignatureRequest,
): FormField[] {
  return repeatIn.map((name) => {
    const button = buttonFields.find((candidate) => candidate.name === name)
    if (button === undefined) throw new PadesError('FIELD_NOT_FOUND', { name })
    assertChangesAllowed(document, signatureFields, name)
    return button
  })
}

interface Place {
  readonly value: PdfRef
  readonly target: SignatureField | null
  readonly buttons: readonly FormField[]
  readonly names: ReadonlySet<string>
}

function placeSignature(
  update: PdfUpdate,
  { field, stamp }: SignatureRequest,
  { value, target, buttons, names }: Place,
): void {
  const draw = stamp && buildStamp(update, stamp)
  if (target !== null) fillSignatureField(update, target, { value, draw })
  if (draw !== undefined) for (const button of buttons) drawField(update, button, draw)
  if ('name' in field) return
  const visible = field.create.box !== undefined
  const description = stamp?.lines.join(', ')
  const created = { placement: field.create, value, description, appearance: visible ? draw : undefined }
  createSignatureFields(update, [created], names)
}
