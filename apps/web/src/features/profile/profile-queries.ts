import { queryOptions } from '@tanstack/react-query'
import { currentLanguage } from '../../shared/i18n/language.ts'
import { api } from '../../shared/api/api.ts'
import { ownLegalId } from '../../shared/api/certificates.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { decodeBase64 } from '../../shared/page-viewer/images/decode-base64.ts'
import type { StoredData } from './profile-fields.ts'

export const userQuery = queryOptions({
  queryKey: queryKeys.user,
  queryFn: ({ signal }) => api.user({ signal }),
})

export type User = Awaited<ReturnType<typeof api.user>>

/** What the account holds; a language that nobody has said yet is the one of the page. */
export const storedData = ({ email, language }: User): StoredData => ({
  email,
  language: language ?? currentLanguage(),
})

/** The stored signature; null when there is none. */
async function fetchSignature(signal: AbortSignal): Promise<Blob | null> {
  const { SignatureImage } = await api.signatureImage({ params: { legalid: ownLegalId() }, signal })
  if (SignatureImage === '') return null
  const type = SignatureImage.startsWith('iVBOR') ? 'image/png' : 'image/jpeg'
  return new Blob([decodeBase64(SignatureImage)], { type })
}

export const signatureQuery = queryOptions({
  queryKey: queryKeys.signatureImage,
  queryFn: ({ signal }) => fetchSignature(signal),
})
