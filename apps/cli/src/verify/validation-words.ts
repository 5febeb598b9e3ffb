import type { ChangeKind, ChangeRule, SignatureReport, SubIndication, ValidationReport } from '@rubrica/pades'

/** One sentence for each code of a validation report. */
export const INTEGRITY: Readonly<Record<ValidationReport['integrity'], string>> = {
  intact: 'the document is as it was signed, or was changed only as it may be.',
  suspicious: 'the document was changed in a way that nothing justifies. Do not rely on what it shows.',
  broken: 'a signature does not fit the document. Do not rely on what it shows.',
}

export const TRUST: Readonly<Record<ValidationReport['trust'], string>> = {
  anchored: 'Every signature leads to a certificate that you trust.',
  unknown: 'Not every signature leads to a certificate that you trust (--trust names those that you do).',
}

export const WARNINGS: Readonly<Record<string, string>> = {
  PDF_DAMAGED: 'The file is damaged, so that its signatures cannot be judged.',
  SIGNATURE_BROKEN: 'The form or the cryptography of a signature does not hold.',
  SIGNATURE_UNVERIFIED: 'A signature cannot be verified.',
  CHANGES_UNJUSTIFIED: 'Something was changed after signing that may not be changed.',
  SIGNATURE_ORPHANED: 'The file holds a signature that no signature field shows.',
  ENCRYPTED: 'The file needs a password, so that what was changed after signing cannot be judged.',
  NO_SIGNATURES: 'It has no signatures that can be checked.',
  OCTETS_AFTER_END: 'Something follows the end of the document that belongs to no revision.',
}

export const INDICATIONS: Readonly<Record<SignatureReport['indication'], string>> = {
  'TOTAL-PASSED': 'Valid (TOTAL-PASSED).',
  'TOTAL-FAILED': 'Not valid (TOTAL-FAILED).',
  INDETERMINATE: 'Undecided (INDETERMINATE).',
}

export const SUB_INDICATIONS: Readonly<Record<SubIndication, string>> = {
  FORMAT_FAILURE: 'It is not formed as a signature must be',
  HASH_FAILURE: 'The document is not the one that was signed',
  SIG_CRYPTO_FAILURE: 'The signature does not verify with the key of its certificate',
  REVOKED: 'The certificate was revoked before the signature was made',
  EXPIRED: 'The certificate had expired before the signature was made',
  NOT_YET_VALID: 'The signature is proved to be older than its certificate',
  SIG_CONSTRAINTS_FAILURE: 'It does not meet what is required of a signature',
  CHAIN_CONSTRAINTS_FAILURE: 'The chain of certificates does not allow this use',
  CERTIFICATE_CHAIN_GENERAL_FAILURE: 'The chain of certificates is not valid',
  CRYPTO_CONSTRAINTS_FAILURE: 'It uses an algorithm that cannot be relied on',
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE: 'It uses an algorithm that is too weak, and nothing proves that it is old enough',
  TIMESTAMP_ORDER_FAILURE: 'Its timestamps contradict one another',
  NO_SIGNING_CERTIFICATE_FOUND: 'The certificate of the signer is not there',
  NO_CERTIFICATE_CHAIN_FOUND: 'No chain leads from the signer to a trusted certificate',
  REVOKED_NO_POE: 'The certificate was revoked, and nothing proves that the signature is older',
  REVOKED_CA_NO_POE: 'A certificate authority was revoked, and nothing proves that the signature is older',
  OUT_OF_BOUNDS_NO_POE: 'The certificate is not valid now, and nothing proves that it was when it was used',
  OUT_OF_BOUNDS_NOT_REVOKED: 'The certificate has expired without having been revoked',
  NO_POE: 'Nothing proves when it was made',
  TRY_LATER: 'It is not known whether a certificate was revoked',
  SIGNED_DATA_NOT_FOUND: 'What was signed is not there',
}

export const LEVELS: Readonly<Record<SignatureReport['level'], string>> = {
  'PAdES-BASELINE-B': 'PAdES-BASELINE-B, a signature.',
  'PAdES-BASELINE-T': 'PAdES-BASELINE-T, with a timestamp.',
  'PAdES-BASELINE-LT': 'PAdES-BASELINE-LT, with all that is needed to check it later.',
  'PAdES-BASELINE-LTA': 'PAdES-BASELINE-LTA, archived under a document timestamp.',
  PAdES: 'PAdES, but not of a baseline level.',
  PKCS7: 'PKCS#7, the form before PAdES.',
  'DOCUMENT-TIMESTAMP': 'a timestamp over the document.',
}

export const CHANGES: Readonly<Record<ChangeKind, string>> = {
  ACTION: 'an action was added or changed',
  ANNOTATION_ADDED: 'an annotation was added',
  ANNOTATION_CHANGED: 'an annotation was changed',
  ANNOTATION_REMOVED: 'an annotation was removed',
  ATTACHMENT: 'attached files were changed',
  CATALOG: 'the catalogue of the document was changed',
  DOCUMENT_TIMESTAMP: 'a document timestamp was added',
  ENCRYPTION: 'encryption was added or changed',
  FIELD_ADDED: 'a form field was added',
  FIELD_APPEARANCE: 'the look of a form field was changed',
  FIELD_REMOVED: 'a form field was removed',
  FIELD_VALUE: 'a form field was filled in',
  FONT: 'a font was changed',
  FORM_SETTINGS: 'the settings of the form were changed',
  HIDDEN_OBJECT: 'an object was added that nothing refers to',
  INFO: 'the document information was changed',
  JAVASCRIPT: 'a script was added or changed',
  METADATA: 'the metadata was changed',
  OPTIONAL_CONTENT: 'layers were changed',
  OUTLINE: 'the bookmarks were changed',
  PAGE_ADDED: 'a page was added',
  PAGE_CONTENT: 'the content of a page was changed',
  PAGE_REMOVED: 'a page was removed',
  PAGE_SETTINGS: 'the settings of a page were changed',
  SIGNATURE: 'a signature was added or changed',
  STRUCTURE: 'the logical structure was changed',
  UNKNOWN: 'an object of unknown use was changed',
  UNREADABLE: 'something was changed that cannot be read',
  VALIDATION_DATA: 'validation data was added',
}

export const RULES: Readonly<Record<ChangeRule, string>> = {
  ANNOTATION: 'annotations may be added',
  DOCUMENT_TIMESTAMP: 'it keeps signatures valid',
  FORM_FILLING: 'the form may be filled in',
  HARMLESS: 'it shows in no way',
  METADATA: 'metadata may be updated',
  SIGNATURE: 'further signatures may be added',
  VALIDATION_DATA: 'it keeps signatures valid',
}

/** The faults that say more than the indication. */
export const FAULTS: Readonly<Record<string, string>> = {
  BYTE_RANGE_MISSING: 'It does not say which part of the file it covers.',
  BYTE_RANGE_SHAPE: 'What it says of the part that it covers has the wrong form.',
  BYTE_RANGE_START: 'It does not cover the beginning of the file.',
  BYTE_RANGE_OUTSIDE: 'It claims to cover more than the file.',
  BYTE_RANGE_GAP: 'It leaves out more of the file than itself.',
  BYTE_RANGE_END: 'It ends where no revision of the file ends.',
  CONTENTS_MISSING: 'The signature itself is missing.',
  CONTENTS_NOT_HEX: 'The signature is not written as it must be.',
  CONTENTS_PADDING: 'Something other than zeros fills the room behind the signature.',
  CMS_TWICE: 'A second signature is hidden behind the first.',
  CMS_MALFORMED: 'The signature cannot be read.',
  DICTIONARY_HIDDEN: 'The signature stands where it cannot be checked.',
  ENTRY_TWICE: 'An entry of the signature occurs twice.',
  SUB_FILTER: 'Its kind is unknown or does not fit what it holds.',
  SEVERAL_SIGNERS: 'Several signers share one signature.',
  SIGNING_CERTIFICATE_ATTRIBUTE: 'The certificate is not the one that was signed along.',
  SIGNING_CERTIFICATE_ATTRIBUTE_MISSING: 'The certificate is not signed along.',
  ALGORITHM_UNKNOWN: 'It uses an algorithm that is not known here.',
  CONTENT_NOT_DETACHED: 'It holds a copy of what it should only refer to.',
  CONTENT_TYPE: 'What it signs is not what it says.',
  DIGEST_MISMATCH: 'The document was changed, or another one was signed.',
  EXPIRED: 'The certificate, or one above it, was not valid any more.',
  KEY_USAGE: 'The certificate may not be used for signatures.',
  MALFORMED: 'The certificate cannot be read.',
  NAME_CONSTRAINTS: 'A certificate authority may not issue certificates for this name.',
  NO_PATH: 'Nobody that you trust vouches for the certificate.',
  NO_SIGNER: 'Nobody signed in it.',
  NO_SIGNING_CERTIFICATE: 'The certificate of the signer is not in the file.',
  NOT_A_CA: 'Somebody issued the certificate who is no certificate authority.',
  NOT_YET_VALID: 'The certificate was not valid yet.',
  PATH_LENGTH: 'There are more certificate authorities in the chain than allowed.',
  POLICY: 'The policies of the certificates do not allow this use.',
  PURPOSE: 'The certificate is made for another purpose.',
  REVOCATION_UNKNOWN: 'Nothing here proves that no certificate was revoked (--online asks for that).',
  REVOKED: 'The certificate of the signer was revoked.',
  REVOKED_CA: 'The certificate of a certificate authority was revoked.',
  SIGNATURE: 'A certificate of the chain was not issued by whom it names.',
  SIGNATURE_MISMATCH: 'The signature was not made with the key of its certificate.',
  UNKNOWN_CRITICAL_EXTENSION: 'A certificate demands something that is not known here.',
  WEAK_ALGORITHM: 'A certificate of the chain uses an algorithm that is too weak.',
  DIGEST_WEAK: 'Its digest algorithm is no longer secure.',
  KEY_WEAK: 'Its key is too short to be secure.',
  CHANGES_UNJUSTIFIED: 'Later changes are not allowed by any rule.',
}
