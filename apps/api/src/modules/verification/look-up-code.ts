import { PortalError, type Integrity } from '@rubrica/domain'
import { readVerificationCode, type VerificationLevel } from '@rubrica/domain/verification-code'
import type { KeptFindings, RevisionName } from '../validation/ports.ts'
import { WORK_BITS, type WorkIssuer } from './ask-work.ts'
import { judgeAnswer, type Question } from './ask-holder.ts'
import type { CodedDocument, HolderAnswers, VerificationCodes } from './ports.ts'
import { requireOpen } from './verify-file.ts'

export interface LookUpCodes {
  /** Undefined where nobody may verify without a log-in. */
  readonly codes: VerificationCodes | undefined
  readonly holders: HolderAnswers
  readonly work: WorkIssuer
  readonly validate: (revision: RevisionName) => Promise<KeptFindings>
  readonly load: (documentId: string, which: { readonly revision: number }) => Promise<{ readonly bytes: Uint8Array }>
  readonly now: () => Date
}

/** Wrong codes in an hour, of everybody together, after which each further look-up costs work. */
const MOST_WRONG = 200

interface Asked {
  readonly code: string
  readonly work: string | undefined
  /** To what the holder is asked. */
  readonly answer: string | undefined
}

export interface ToldDocument extends Omit<CodedDocument, 'signatures' | 'fileName' | 'asksHolder'> {
  readonly question: Question
  readonly integrity: Integrity | null
  readonly signatures: readonly { readonly signer: string; readonly signedAt: Date }[]
  readonly fileName: string | null
}

/**
 * What who has a code is told. Codes that are unknown, withdrawn or mistyped are one and the same.
 * @throws {PortalError} VERIFICATION_CODE_UNKNOWN; VERIFICATION_WORK_NEEDED with Challenge and Bits; NOT_FOUND
 */
export async function lookUpCode(needs: LookUpCodes, asked: Asked): Promise<ToldDocument> {
  const { question, ...document } = await requireDocument(needs, asked)
  const { level, signatures, fileName } = document
  const tells = (least: VerificationLevel) => LEVEL[level] >= LEVEL[least]
  const integrity = tells('facts') ? (await needs.validate(document)).integrity : null
  const signers = signatures.map(({ name, signedAt }) => ({
    signer: tells('names') ? name : initialsOf(name),
    signedAt,
  }))
  return {
    ...document,
    question,
    integrity,
    signatures: tells('facts') ? signers : [],
    fileName: tells('download') ? fileName : null,
  }
}

/**
 * The document itself, where its level allows that.
 * @throws {PortalError} as lookUpCode; VERIFICATION_CODE_UNKNOWN too where it does not, or the answer is not right
 */
export async function fetchByCode(
  needs: LookUpCodes,
  asked: Asked,
): Promise<{ readonly bytes: Uint8Array; readonly fileName: string }> {
  const { level, documentId, revision, fileName } = await requireDocument(needs, asked)
  if (level !== 'download') throw unknownCode()
  const { bytes } = await needs.load(documentId, { revision })
  return { bytes, fileName }
}

const LEVEL: Readonly<Record<VerificationLevel, number>> = { compare: 0, facts: 1, names: 2, download: 3 }

type Opened = Omit<CodedDocument, 'asksHolder'> & { readonly question: Question }

/**
 * With the level that the answer opens. A digest is looked up for a slip as well, so that the time says nothing.
 */
async function requireDocument(needs: LookUpCodes, { code, work, answer }: Asked): Promise<Opened> {
  const codes = requireOpen(needs.codes)
  const at = needs.now()
  const isFree = (await codes.wrongLately(at)) < MOST_WRONG
  if (!isFree && !(work !== undefined && (await needs.work.isDone({ work, code }, at)))) {
    throw new PortalError('VERIFICATION_WORK_NEEDED', 'Too many wrong codes were tried here.', {
      facts: { Challenge: await needs.work.challenge(at), Bits: WORK_BITS },
    })
  }
  const found = await codes.find(readVerificationCode(code) ?? '')
  await codes.count(found ? 'found' : 'unknown', at)
  if (!found) throw unknownCode()
  const { asksHolder, ...document } = found
  if (!asksHolder || LEVEL[document.level] <= LEVEL.facts) return { ...document, question: 'none' }
  const question = await judgeAnswer(needs.holders, { documentId: document.documentId, answer, at })
  return { ...document, question, level: question === 'none' ? document.level : 'facts' }
}

const unknownCode = () => new PortalError('VERIFICATION_CODE_UNKNOWN', 'This code leads nowhere.')

/** `Ana María Ruiz` gives `A. M. R.`. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '')
  return words.map((word) => `${[...word][0]?.toLocaleUpperCase() ?? ''}.`).join(' ')
}
