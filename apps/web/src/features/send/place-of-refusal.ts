import { ApiError } from '@rubrica/contract'
import type { Draft } from './draft.ts'
import { askedTarget, fileTarget, signerTarget } from './findings.ts'

interface RefusedPlace {
  /** Id of the element. */
  readonly target: string
  /** Of the person or the file. */
  readonly name: string
}

/** The place of a signer in the name of a field, and what of them it names; NaN where it names none. */
function signerIn(field: unknown): { readonly at: number; readonly rest: string } {
  const [, at, rest = ''] = (typeof field === 'string' && /\bsigners\.(\d+)\.?(.*)$/.exec(field)) || []
  return { at: Number(at), rest }
}

/** Whom or what a refusal of the server is about: it names the place of a signer or of a document, from 0. */
export function placeOfRefusal(error: Error, { files, signers }: Draft): RefusedPlace | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { Field, Document } = error.details
  const { at, rest } = signerIn(Field)
  const file = typeof Document === 'number' ? files[Document] : undefined
  if (rest.startsWith('positions') && file) return { target: 'send-places', name: file.name }
  const signer = signers[at]
  const approver = signer?.approvers[Number(/^approvers\.(\d+)/.exec(rest)?.[1])]
  if (signer && approver) return { target: askedTarget(signer.userId), name: approver.name }
  if (signer) return { target: signerTarget(signer.userId), name: signer.name }
  return file && { target: fileTarget(file.key), name: file.name }
}
