import { readCatalogue } from '@rubrica/locales/node'
import { EVIDENCE_CAUSES, PKI_ERROR_CODES } from '@rubrica/pki'
import { type ChangeKind, type ChangeRule, type SignatureLevel, type SubIndication } from '@rubrica/pades'
import { expect, test } from 'vitest'

/** All codes of a type, which the compiler keeps whole. */
const codes = <Code extends string>(all: Readonly<Record<Code, true>>): string[] => Object.keys(all)

const KINDS = codes<ChangeKind>({
  ACTION: true,
  ANNOTATION_ADDED: true,
  ANNOTATION_CHANGED: true,
  ANNOTATION_REMOVED: true,
  ATTACHMENT: true,
  CATALOG: true,
  DOCUMENT_TIMESTAMP: true,
  ENCRYPTION: true,
  FIELD_ADDED: true,
  FIELD_APPEARANCE: true,
  FIELD_REMOVED: true,
  FIELD_VALUE: true,
  FONT: true,
  FORM_SETTINGS: true,
  HIDDEN_OBJECT: true,
  INFO: true,
  JAVASCRIPT: true,
  METADATA: true,
  OPTIONAL_CONTENT: true,
  OUTLINE: true,
  PAGE_ADDED: true,
  PAGE_CONTENT: true,
  PAGE_REMOVED: true,
  PAGE_SETTINGS: true,
  SIGNATURE: true,
  STRUCTURE: true,
  UNKNOWN: true,
  UNREADABLE: true,
  VALIDATION_DATA: true,
})

const RULES = codes<ChangeRule>({
  ANNOTATION: true,
  DOCUMENT_TIMESTAMP: true,
  FORM_FILLING: true,
  HARMLESS: true,
  METADATA: true,
  SIGNATURE: true,
  VALIDATION_DATA: true,
})

const SUB_INDICATIONS = codes<SubIndication>({
  FORMAT_FAILURE: true,
  HASH_FAILURE: true,
  SIG_CRYPTO_FAILURE: true,
  REVOKED: true,
  EXPIRED: true,
  NOT_YET_VALID: true,
  SIG_CONSTRAINTS_FAILURE: true,
  CHAIN_CONSTRAINTS_FAILURE: true,
  CERTIFICATE_CHAIN_GENERAL_FAILURE: true,
  CRYPTO_CONSTRAINTS_FAILURE: true,
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE: true,
  TIMESTAMP_ORDER_FAILURE: true,
  NO_SIGNING_CERTIFICATE_FOUND: true,
  NO_CERTIFICATE_CHAIN_FOUND: true,
  REVOKED_NO_POE: true,
  REVOKED_CA_NO_POE: true,
  OUT_OF_BOUNDS_NO_POE: true,
  OUT_OF_BOUNDS_NOT_REVOKED: true,
  NO_POE: true,
  TRY_LATER: true,
  SIGNED_DATA_NOT_FOUND: true,
})

const LEVELS = codes<SignatureLevel>({
  'PAdES-BASELINE-B': true,
  'PAdES-BASELINE-T': true,
  'PAdES-BASELINE-LT': true,
  'PAdES-BASELINE-LTA': true,
  PAdES: true,
  PKCS7: true,
  'DOCUMENT-TIMESTAMP': true,
})

/** Warnings of a report; what is said of single signatures instead needs no text of its own. */
const WARNINGS = ['SIGNATURE_UNVERIFIED', 'SIGNATURE_ORPHANED', 'OCTETS_AFTER_END', 'PDF_DAMAGED', 'OTHER']

/** Why a document does not reach its long-term form. */
const ARCHIVE_REASONS = [
  ...EVIDENCE_CAUSES.map((cause) => `EVIDENCE_${cause}`),
  ...PKI_ERROR_CODES.filter((code) => code.startsWith('TIMESTAMP_')),
  ...['NO_TRUST_ANCHORS', 'NO_TIMESTAMP_AUTHORITY', 'OTHERS_NOT_COVERED', 'PDF_TOO_COMPLEX', 'OTHER'],
  ...['INTERRUPTED', 'TIMESTAMP_WRONG_TIME'],
]

test.each(['es', 'ca', 'en', 'de', 'fr'])('every code about signatures has a sentence of its own in %s', (language) => {
  const { what, allowed, reasons, levels, warnings, archive } = readCatalogue(language).signatures
  const told = (texts: object) => Object.keys(texts).toSorted()
  expect(told(what)).toEqual(KINDS.toSorted())
  expect(told(allowed)).toEqual([...RULES, 'SIGNATURE_FIELD'].toSorted())
  expect(told(reasons)).toEqual([...SUB_INDICATIONS, 'FAILED', 'OPEN'].toSorted())
  expect(told(levels)).toEqual(LEVELS.toSorted())
  expect(told(warnings)).toEqual(WARNINGS.toSorted())
  expect(told(archive.reasons)).toEqual(ARCHIVE_REASONS.toSorted())
  for (const texts of [what, allowed, reasons, levels, warnings, archive.reasons]) {
    const sentences = Object.values<string>(texts)
    expect(new Set(sentences).size).toBe(sentences.length)
  }
})
