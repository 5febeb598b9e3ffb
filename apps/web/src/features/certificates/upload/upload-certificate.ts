import { ApiError } from '@rubrica/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CertificateType } from '@rubrica/domain'
import { api } from '../../../shared/api/api.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import type { UploadFields } from './upload-fields.ts'
import { ownLegalId } from '../../../shared/api/certificates.ts'

/** One of the keys of a file that has several. */
export interface KeyChoice {
  readonly Alias: string
  readonly Subject: string
}

/** The keys to choose from when the server asks which one, else null. */
export function keyChoicesOf(error: unknown): readonly KeyChoice[] | null {
  if (!(error instanceof ApiError) || error.code !== 'P12_SEVERAL_KEYS') return null
  const keys: unknown = error.details.Keys
  if (!Array.isArray(keys)) return null
  return (keys as Partial<KeyChoice>[]).map(({ Alias, Subject }) => ({ Alias: Alias ?? '', Subject: Subject ?? '' }))
}

/** Why the server will not take a certificate, as codes; empty for every other error. */
export function refusalReasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof ApiError) || error.code !== 'CERTIFICATE_UNUSABLE') return []
  const reasons: unknown = error.details.Reasons
  return Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : []
}

/** Whether the file stays closed to the password that was given. */
export function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'P12_WRONG_PASSWORD'
}

/** The content of a file in base64. */
function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new DOMException('The file could not be read', 'NotReadableError'))
    reader.readAsDataURL(file)
  })
}

async function upload(fields: UploadFields & { file: File }, certType: CertificateType) {
  return api.uploadCertificate({
    params: { legalid: ownLegalId() },
    body: {
      p12: await readBase64(fields.file),
      certalias: fields.alias.trim(),
      pin: fields.pin,
      certtype: certType,
      dynamicpin: fields.withCode,
      filepassword: fields.filePassword,
      ...(fields.keyAlias !== null && { keyalias: fields.keyAlias }),
    },
  })
}

/** Puts a key into the vault; the list is read again afterwards. */
export function useUploadCertificate(certType: CertificateType) {
  const queries = useQueryClient()
  const reportFailure = useReportFailure()
  return useMutation({
    mutationFn: (fields: UploadFields & { file: File }) => upload(fields, certType),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.certificates }),
    // Which of several keys is a question.
    onError: (error) => {
      if (keyChoicesOf(error) === null) reportFailure(error)
    },
  })
}
