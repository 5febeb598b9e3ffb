/**
 * What a PDF thread can do, by name, in values that can be posted between threads.
 *
 * The one value that cannot be posted is the page geometry of PdfFacts, which is a function; it travels as a list.
 */
import { type PageGeometry, PdfError } from '@rubrica/pdf'
import { CodedError, type DataToBeSigned } from '@rubrica/pki'
import { addSignatureFields } from '../fields/add-signature-fields.ts'
import { inspectPdf } from '../inspect-pdf.ts'
import { decryptPdf } from '../intake/decrypt-pdf.ts'
import { type ArchivePlan, prepareArchive } from '../long-term/prepare-archive.ts'
import { readTargets } from '../long-term/read-targets.ts'
import { reviveError } from '../pades-error.ts'
import { prepareSignature } from '../prepare-signature.ts'
import { resumeSignature, type SignatureAnswer } from '../resume-signature.ts'
import { signPdf } from '../sign-pdf.ts'
import type { FieldPlacement, PdfFacts, PreparedSignature, SignatureRequest } from '../types.ts'
import { inspectRevisions } from '../validation/inspect-revisions.ts'
import { validate } from '../validation/validate.ts'
import type { ValidationPolicy, ValidationSettings } from '../validation/validation-report.ts'
import type { Question } from './thread-messages.ts'

/** PdfFacts with its geometry as a list; null for a page that cannot be read. */
export type PostedFacts = Omit<PdfFacts, 'pages'> & { readonly geometry: readonly (PageGeometry | null)[] }

/** The update that adds fields, or why there can be none. */
export type PostedUpdate =
  { readonly tail: Uint8Array } | { readonly code: string; readonly facts: CodedError['facts'] }

type Operation = (...args: readonly unknown[]) => unknown

/** The operations; `ask` reaches the calling thread. */
export function padesOperations(
  ask: (about: Question, subject: unknown) => Promise<unknown>,
): Readonly<Record<string, Operation>> {
  const askForTimestamp = async (message: Uint8Array) => (await ask('timestamp', message)) as Uint8Array
  return {
    inspect: (base) => postFacts(inspectPdf(base as Uint8Array)),
    addFields: (base, fields) => addSignatureFields(base as Uint8Array, fields as readonly FieldPlacement[]),
    inspectWithFields: (base, fields) => ({
      facts: postFacts(inspectPdf(base as Uint8Array)),
      update: tryFields(base as Uint8Array, fields as readonly FieldPlacement[]),
    }),
    prepare: (base, request) => prepareSignature(base as Uint8Array, request as SignatureRequest),
    resume: (base, ...rest) => {
      const [prepared, answer, wantsTimestamp] = rest as [PreparedSignature, SignatureAnswer, boolean]
      const timestamp = wantsTimestamp ? askForTimestamp : undefined
      return resumeSignature(base as Uint8Array, prepared, answer, { timestamp })
    },
    sign: (base, request, wantsTimestamp) => {
      const signer = async (data: DataToBeSigned) => (await ask('signature', data)) as SignatureAnswer
      const timestamp = wantsTimestamp === true ? askForTimestamp : undefined
      return signPdf(base as Uint8Array, request as SignatureRequest, signer, { timestamp })
    },
    readTargets: (base) => readTargets(base as Uint8Array),
    prepareArchive: (base, plan) => prepareArchive(base as Uint8Array, plan as ArchivePlan),
    validate: (base, policy, settings) =>
      validate(base as Uint8Array, policy as ValidationPolicy, settings as ValidationSettings | undefined),
    inspectRevisions: (base) => inspectRevisions(base as Uint8Array),
    decrypt: (bytes, password) => decryptPdf(bytes as Uint8Array, password as string | undefined),
  }
}

function postFacts({ pages, ...facts }: PdfFacts): PostedFacts {
  const geometry = Array.from({ length: facts.pageCount }, (_, index) => {
    try {
      return pages(index)
    } catch (error) {
      if (error instanceof CodedError) return null
      throw error
    }
  })
  return { ...facts, geometry }
}

function tryFields(base: Uint8Array, fields: readonly FieldPlacement[]): PostedUpdate {
  try {
    return { tail: addSignatureFields(base, fields) }
  } catch (error) {
    if (error instanceof CodedError) return { code: error.code, facts: error.facts }
    throw error
  }
}

/** The update on the other side. @throws CodedError what addSignatureFields has thrown there */
export function restoreUpdate(update: PostedUpdate): Uint8Array {
  if ('tail' in update) return update.tail
  throw reviveError(update.code, update.facts)
}

/** PdfFacts again on the other side. */
export function restoreFacts({ geometry, ...facts }: PostedFacts): PdfFacts {
  const pages = (index: number): PageGeometry => {
    const page = geometry[index]
    if (page) return page
    throw new PdfError(page === null ? 'PDF_DAMAGED' : 'PAGE_OUT_OF_RANGE', { page: index + 1 })
  }
  return { ...facts, pages }
}
