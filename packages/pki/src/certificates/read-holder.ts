/**
 * Reads the holder of a certificate: the person, the organisation, and their identification numbers.
 *
 * The same fact stands in several places: ETSI puts the numbers into the subject, the Spanish profiles also into a
 * directory name of subjectAltName, and the national mint (FNMT) of the years before eIDAS only there. A seal of the
 * Spanish administrations names the person who answers for it in the same way as the certificate of a public employee
 * names its holder, so that the kind has to be known before a number is read.
 *
 * ETSI EN 319 412-1 §5.1.3 and §5.1.4 (numbers), EN 319 412-2 §4.2.4 (natural persons), EN 319 412-3 §4.2.1 (legal
 * persons), EN 319 412-5 §4.2.3 (QcType), EN 319 411-2 §5.3 (policies); the certificate profiles of the Spanish
 * administrations, annex II of their policy for electronic signatures (arc 2.16.724.1.3.5).
 */
import { childrenOf, DerCursor, DerError, oidOf, onlyChild, readDer, TAG } from '../der/der-reader.ts'
import { OID } from '../der/object-identifiers.ts'
import { attributesOf, type NameAttribute } from './describe-name.ts'
import { KeptCertificates } from './kept-certificates.ts'
import { type CertificateParts, readCertificate } from './read-certificate.ts'

export type CertificateHolderKind =
  'person' | 'representative' | 'employee' | 'public-employee' | 'seal' | 'pseudonym' | 'unknown'

export interface CertificateHolder {
  readonly kind: CertificateHolderKind
  /** Of the person, the pseudonym or the seal; null where nothing can be read. */
  readonly name: string | null
  readonly organisation: string | null
  /** Of the person, as they stand in the certificate, such as IDCES-12345678Z; each once. */
  readonly personNumbers: readonly string[]
  /** Such as VATES-B12345674; null where there is none, or several. */
  readonly organisationNumber: string | null
}

const NAME = { organisation: '2.5.4.10', surname: '2.5.4.4', givenName: '2.5.4.42', pseudonym: '2.5.4.65' } as const
const EXTENSION = { altName: '2.5.29.17', policies: '2.5.29.32', statements: '1.3.6.1.5.5.7.1.3' } as const
/** QcType, and its value for seals. */
const [QC_TYPE, QC_SEAL] = ['0.4.0.1862.1.6', '0.4.0.1862.1.6.2']
/** QCP-l and QCP-l-qscd. */
const SEAL_POLICIES: readonly string[] = ['0.4.0.194112.1.1', '0.4.0.194112.1.3']

/** Arcs of the Spanish profiles, by the kind that they stand for; the older one of each second. */
const SPANISH = '2.16.724.1.3.5.'
const ARCS = {
  seal: [`${SPANISH}6.`, `${SPANISH}2.`],
  pseudonym: [`${SPANISH}4.`],
  'public-employee': [`${SPANISH}7.`, `${SPANISH}3.`],
  representative: [`${SPANISH}8`, `${SPANISH}9`],
} as const
/** Below such an arc and the level of assurance: the body, its number, and the number of the person. */
const SPANISH_PARTS = { organisation: '2', organisationNumber: '3', personNumber: '4' } as const
const FNMT = {
  personNumber: '1.3.6.1.4.1.5734.1.4',
  organisation: '1.3.6.1.4.1.5734.1.6',
  organisationNumber: '1.3.6.1.4.1.5734.1.7',
} as const

/** Prefixes that are only used for numbers of natural persons. */
const OF_A_PERSON = /^(?:PAS|IDC|PNO|TIN|TAX)[A-Z]{2}-/i
const OF_AN_ORGANISATION = /^(?:VAT|NTR)[A-Z]{2}-/i
/** As the common names of representatives end: `… (R: B12345674)`. */
const ACTS_FOR = /\(R:\s*[A-Z0-9-]+\)/i
const DIRECTORY_NAME = 0xa4
const LONGEST_NAME = 200

const NOBODY: CertificateHolder = {
  kind: 'unknown',
  name: null,
  organisation: null,
  personNumbers: [],
  organisationNumber: null,
}

const kept = new KeptCertificates<CertificateHolder>()

/** Never throws: parts that cannot be read are skipped, the others count. */
export const readHolder = (der: Uint8Array): CertificateHolder =>
  kept.get(der, (own) => readOr(NOBODY, () => describeHolder(gather(readCertificate(own)))))

function readOr<Reading>(otherwise: Reading, read: () => Reading): Reading {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerError) return otherwise
    throw error
  }
}

/** What a certificate says of its holder, wherever it stands. */
interface Gathered {
  readonly subject: readonly NameAttribute[]
  /** Attributes of the directory names in subjectAltName. */
  readonly alternative: readonly NameAttribute[]
  readonly policies: readonly string[]
  readonly isMarkedSeal: boolean
}

const gather = (parts: CertificateParts): Gathered => ({
  subject: attributesOf(parts.subject).flat(),
  alternative: readOr([], () => readAlternative(parts)),
  policies: readOr([], () => readPolicies(parts)),
  isMarkedSeal: readOr(false, () => isMarkedSeal(parts)),
})

function membersOf({ extensions }: CertificateParts, oid: string) {
  const extension = extensions.get(oid)
  return extension ? childrenOf(readDer(extension.value, TAG.sequence)) : []
}

const readAlternative = (parts: CertificateParts): NameAttribute[] =>
  membersOf(parts, EXTENSION.altName)
    .filter(({ tag }) => tag === DIRECTORY_NAME)
    .flatMap((name) => attributesOf(onlyChild(name, TAG.sequence).bytes).flat())

const readPolicies = (parts: CertificateParts): string[] =>
  membersOf(parts, EXTENSION.policies).map((policy) => oidOf(new DerCursor(policy).take(TAG.oid)))

function isMarkedSeal(parts: CertificateParts): boolean {
  return membersOf(parts, EXTENSION.statements).some((statement) => {
    const cursor = new DerCursor(statement, TAG.sequence)
    if (oidOf(cursor.take(TAG.oid)) !== QC_TYPE) return false
    return childrenOf(cursor.take(TAG.sequence)).some((type) => type.tag === TAG.oid && oidOf(type) === QC_SEAL)
  })
}

function describeHolder(found: Gathered): CertificateHolder {
  const organisationNumbers = organisationNumbersOf(found)
  const kind = kindOf(found)
  return {
    kind,
    name: nameOf(found, kind),
    organisation: plain(organisationOf(found)),
    personNumbers: personNumbersOf(found, kind),
    organisationNumber: organisationNumbers.length === 1 ? organisationNumbers[0]! : null,
  }
}

const all = (attributes: readonly NameAttribute[], oid: string): string[] =>
  attributes.filter((attribute) => attribute.oid === oid).map(({ value }) => value)

const isWithin = (arcs: readonly string[], oid: string) => arcs.some((arc) => oid.startsWith(arc))

const isOfKind = ({ policies, alternative }: Gathered, kind: keyof typeof ARCS): boolean =>
  [...policies, ...alternative.map(({ oid }) => oid)].some((oid) => isWithin(ARCS[kind], oid))

function kindOf(found: Gathered): CertificateHolderKind {
  const { subject } = found
  if (isOfKind(found, 'pseudonym') || all(subject, NAME.pseudonym).length > 0) return 'pseudonym'
  if (isSeal(found)) return 'seal'
  if (isOfKind(found, 'public-employee')) return 'public-employee'
  const isPerson = all(subject, OID.subjectSerialNumber).length + all(found.alternative, FNMT.personNumber).length > 0
  if (!isPerson) return isNamed(subject) ? 'person' : 'unknown'
  const actsFor = isOfKind(found, 'representative') || all(subject, OID.commonName).some((name) => ACTS_FOR.test(name))
  if (actsFor) return 'representative'
  return organisationNumbersOf(found).length > 0 ? 'employee' : 'person'
}

const isNamed = (subject: readonly NameAttribute[]): boolean =>
  all(subject, NAME.surname).length + all(subject, NAME.givenName).length > 0

/** Marked as a seal, or it names an organisation and no person. */
function isSeal(found: Gathered): boolean {
  const { subject, policies } = found
  const isSaid = found.isMarkedSeal || policies.some((policy) => SEAL_POLICIES.includes(policy))
  if (isSaid || isOfKind(found, 'seal')) return true
  const numbers = all(subject, OID.subjectSerialNumber)
  if (numbers.length > 0) return numbers.every((number) => OF_AN_ORGANISATION.test(number))
  const namesPerson = isNamed(subject) || all(found.alternative, FNMT.personNumber).length > 0
  return !namesPerson && all(subject, OID.organizationIdentifier).length > 0
}

/** Of a seal or a pseudonym only what is unambiguous: some state a number of their own. */
function personNumbersOf({ subject, alternative }: Gathered, kind: CertificateHolderKind): string[] {
  const inSubject = all(subject, OID.subjectSerialNumber).filter((number) => !OF_AN_ORGANISATION.test(number))
  if (kind === 'seal' || kind === 'pseudonym') return inSubject.filter((number) => OF_A_PERSON.test(number))
  const beside = spanishParts(alternative, 'public-employee', 'personNumber')
  return [...new Set([...inSubject, ...beside, ...all(alternative, FNMT.personNumber)])]
}

/** EN 319 412-3 has it in organizationIdentifier; seals before it had it as the serial number. */
function organisationNumbersOf({ subject, alternative }: Gathered): string[] {
  const stated = all(subject, OID.organizationIdentifier)
  const asSerial = all(subject, OID.subjectSerialNumber).filter((number) => OF_AN_ORGANISATION.test(number))
  const inSubject = [...new Set([...stated, ...asSerial])]
  if (inSubject.length > 0) return inSubject
  const beside = (['seal', 'public-employee'] as const).flatMap((kind) =>
    spanishParts(alternative, kind, 'organisationNumber'),
  )
  return [...new Set([...beside, ...all(alternative, FNMT.organisationNumber)])]
}

function organisationOf({ subject, alternative }: Gathered): string | undefined {
  const beside = (['public-employee', 'seal', 'pseudonym'] as const).flatMap((kind) =>
    spanishParts(alternative, kind, 'organisation'),
  )
  return [...all(subject, NAME.organisation), ...beside, ...all(alternative, FNMT.organisation)][0]
}

/** Values of a part, below the arcs of a kind, at any level of assurance. */
const spanishParts = (
  alternative: readonly NameAttribute[],
  kind: 'seal' | 'pseudonym' | 'public-employee',
  part: keyof typeof SPANISH_PARTS,
): string[] =>
  alternative
    .filter(({ oid }) => {
      const arc = ARCS[kind].find((one) => oid.startsWith(one))
      return arc !== undefined && oid.slice(arc.length).replace(/^\d+\./, '') === SPANISH_PARTS[part]
    })
    .map(({ value }) => value)

function nameOf({ subject }: Gathered, kind: CertificateHolderKind): string | null {
  const [pseudonym] = all(subject, NAME.pseudonym)
  if (kind === 'pseudonym' && pseudonym !== undefined) return plain(pseudonym)
  const parts = [...all(subject, NAME.givenName), ...all(subject, NAME.surname)]
  const isComplete = kind !== 'seal' && parts.length > 1
  return plain(isComplete ? parts.join(' ') : all(subject, OID.commonName).at(-1))
}

/** In one line, and nothing in it that changes how the line is read. */
function plain(text: string | undefined): string | null {
  const line = (text ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line === '' ? null : [...line].slice(0, LONGEST_NAME).join('').trim()
}
