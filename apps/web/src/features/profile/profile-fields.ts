import { isEmail, MAX_SIGNATURE_IMAGE, type Language } from '@rubrica/domain'
import { NO_PASSWORD, passwordState, type NewPassword } from '../../shared/password/new-password.ts'
import type { Drawing } from './drawing.ts'
import type { Stroke } from './strokes.ts'

/** A signature that is being given: both ways keep what they have, the one on top counts. */
export interface NewSignature {
  readonly way: 'file' | 'draw'
  readonly file: File | null
  readonly drawing: Drawing
}

/** What becomes of the stored signature. */
export type SignatureChange = { readonly kind: 'keep' | 'delete' } | ({ readonly kind: 'new' } & NewSignature)

/** What the account holds of what the form changes. */
export interface StoredData {
  readonly email: string
  readonly language: Language
}

/** What the form holds. */
export interface ProfileFields extends NewPassword, StoredData {
  /** Typed to change the others; empty for who has none. */
  readonly current: string
  readonly signature: SignatureChange
}

export const KEEP: SignatureChange = { kind: 'keep' }
const NO_STROKES: readonly Stroke[] = []
export const NEW_SIGNATURE: SignatureChange = {
  kind: 'new',
  way: 'file',
  file: null,
  drawing: { strokes: NO_STROKES, typed: '' },
}

export const startFields = ({ email, language }: StoredData): ProfileFields => ({
  email,
  language,
  current: '',
  ...NO_PASSWORD,
  signature: KEEP,
})

/** Nothing was drawn and no name was typed. */
export const isEmptyDrawing = ({ strokes, typed }: Drawing): boolean => strokes.length === 0 && typed.trim() === ''

/** The signature is to be a new one, and there is none yet in the way that was chosen. */
export const lacksSignature = (signature: SignatureChange): boolean =>
  signature.kind === 'new' && (signature.way === 'file' ? signature.file === null : isEmptyDrawing(signature.drawing))

/** Why the server would not take a file, as far as that is known without reading it. */
export function fileProblem(file: File | null): 'FORMAT' | 'TOO_LARGE' | null {
  if (!file) return null
  if (!/\.(?:png|jpe?g)$/i.test(file.name)) return 'FORMAT'
  return file.size > MAX_SIGNATURE_IMAGE ? 'TOO_LARGE' : null
}

/** Another e-mail is entered than the stored one. */
export const changesEmail = (fields: Pick<ProfileFields, 'email'>, email: string): boolean =>
  fields.email.trim() !== email

const startedSignature = (signature: SignatureChange) =>
  signature.kind === 'delete' ||
  (signature.kind === 'new' && (signature.file !== null || !isEmptyDrawing(signature.drawing)))

/** Whether something would be lost if the form were left now. */
export function isChanged(fields: ProfileFields, { email, language }: StoredData): boolean {
  const changesData = changesEmail(fields, email) || fields.language !== language
  return changesData || passwordState(fields) !== 'none' || startedSignature(fields.signature)
}

/** Whether what leads to the account is changed, for which a person with a password gives it. */
export const asksCurrent = (
  fields: ProfileFields,
  { email, haspassword }: { email: string; haspassword: boolean },
): boolean => haspassword && (changesEmail(fields, email) || fields.password !== '')

/** The e-mail was changed into something that is none. */
export const isEmailWrong = (fields: ProfileFields, email: string): boolean =>
  changesEmail(fields, email) && !isEmail(fields.email.trim())

/** What stands in the way of saving, or that nothing does. A password keeps Save disabled (spec §5). */
export type SaveState = 'unchanged' | 'notSecure' | 'notRepeated' | 'unsaved'

export function saveState(fields: ProfileFields, stored: StoredData): SaveState {
  const password = passwordState(fields)
  if (password === 'not-secure') return 'notSecure'
  if (password === 'not-repeated') return 'notRepeated'
  return isChanged(fields, stored) ? 'unsaved' : 'unchanged'
}
