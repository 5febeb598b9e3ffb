import { ApiError } from '@rubrica/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { ownLegalId } from '../../shared/api/certificates.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { chooseLanguage } from '../../shared/i18n/language.ts'
import { useReportFailure } from '../../shared/failures/use-report-failure.ts'
import { pictureOf } from './drawing.ts'
import { asksCurrent, changesEmail, type ProfileFields, type SignatureChange } from './profile-fields.ts'
import { storedData, type User } from './profile-queries.ts'

/** The content of a file in base64. @throws {DOMException} when it cannot be read */
function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new DOMException('The file could not be read', 'NotReadableError'))
    reader.readAsDataURL(file)
  })
}

/** The step at which saving came to an end; the signature goes first, the other data second (spec §4). */
export class SaveError extends Error {
  readonly step: 'signature' | 'data'
  /** The step before did its work, and that stays. */
  readonly signatureIsSaved: boolean

  constructor(step: 'signature' | 'data', cause: unknown, signatureIsSaved = false) {
    super(step, { cause })
    this.step = step
    this.signatureIsSaved = signatureIsSaved
  }
}

/** Why the server does not take an image, when that is what it said. */
export function imageRefusal(error: unknown): ApiError | null {
  const isRefusal = error instanceof SaveError && error.step === 'signature'
  return isRefusal && error.cause instanceof ApiError && error.cause.status === 400 ? error.cause : null
}

async function bytesOf(signature: SignatureChange): Promise<string> {
  if (signature.kind !== 'new') return ''
  const picture = signature.way === 'file' ? signature.file : await pictureOf(signature.drawing)
  // Nothing would take the stored one away.
  if (!picture) throw new Error('There is no picture of the signature.')
  return readBase64(picture)
}

async function saveSignature(signature: SignatureChange): Promise<void> {
  const body = { SignatureImage: await bytesOf(signature) }
  await api.putSignatureImage({ params: { legalid: ownLegalId() }, body })
}

async function saveData(fields: ProfileFields, user: User): Promise<void> {
  const { userid, username, legalid } = user
  const isOtherLanguage = fields.language !== storedData(user).language
  await api.updateUser({
    body: {
      userid,
      username,
      legalid,
      active: true,
      // One that is as it was may have been changed elsewhere since.
      ...(changesEmail(fields, user.email) && { email: fields.email.trim() }),
      ...(isOtherLanguage && { language: fields.language }),
      ...(fields.password !== '' && { password: fields.password }),
      ...(asksCurrent(fields, user) && { currentpassword: fields.current }),
    },
  })
  // Texts that cannot be fetched come with the next log-in; the data is saved.
  if (isOtherLanguage) await chooseLanguage(fields.language).catch(() => false)
}

/**
 * Saves the profile.
 * @param onSignatureSaved called when the signature is stored, whatever becomes of the rest
 */
export function useSaveProfile(user: User, onSignatureSaved: () => void) {
  const queries = useQueryClient()
  const reportFailure = useReportFailure()
  return useMutation({
    mutationFn: async (fields: ProfileFields) => {
      const hasSignature = fields.signature.kind !== 'keep'
      if (hasSignature) {
        await saveSignature(fields.signature).catch((error: unknown) => {
          throw new SaveError('signature', error)
        })
        await queries.invalidateQueries({ queryKey: queryKeys.signatureImage })
        onSignatureSaved()
      }
      await saveData(fields, user).catch((error: unknown) => {
        throw new SaveError('data', error, hasSignature)
      })
    },
    onSuccess: async () => {
      // Another address may be one that mail does not come back from.
      void queries.invalidateQueries({ queryKey: queryKeys.memberships })
      await queries.invalidateQueries({ queryKey: queryKeys.user })
    },
    // What the server says of an image stands under it.
    onError: (error) => {
      if (!imageRefusal(error)) reportFailure(error instanceof SaveError ? error.cause : error)
    },
  })
}
