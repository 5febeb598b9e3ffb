/** Hands a file over as soon as it is chosen. XMLHttpRequest, since fetch does not tell how much has left. */
import { ApiError, NetworkError } from '@rubrica/contract'
import { senderContract } from '@rubrica/contract/senders'
import { announceSessionExpired } from '../session/session-expiry.ts'
import { sessionToken } from '../session/session-store.ts'
import { basesNow } from '../api/environment.ts'
import { portalConfig } from '../api/portal-config.ts'

/** A file as the server has it, ready to be sent. */
export interface UploadedFile {
  readonly id: string
  /** In hexadecimal digits. */
  readonly sha256: string
  readonly pages: readonly ({ readonly width: number; readonly height: number } | null)[]
  /** Codes of what the file demands of whoever sends it. */
  readonly findings: readonly string[]
}

/** What is handed over, and as what. */
export interface FileToUpload {
  readonly file: File
  /** What is signed, or what only goes along. */
  readonly purpose: 'document' | 'attachment'
  /** The person agrees that the file is kept, shown and signed without its encryption; empty where it needs no password. */
  readonly password?: string | undefined
}

interface UploadOptions extends FileToUpload {
  /** The one that is sent from, where there are several. */
  readonly subscription: string | undefined
  /** The same for each try, so that a file whose answer was lost is there once. */
  readonly key: string
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** @throws {ApiError} when it is refused, {NetworkError} when there was no answer */
export function uploadFile({ key, onProgress, signal, ...options }: UploadOptions): Promise<UploadedFile> {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', addressOf(options))
    request.setRequestHeader('authorization', `Bearer ${sessionToken() ?? ''}`)
    request.setRequestHeader('idempotency-key', key)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer = readAnswer(request)
      if (answer instanceof Error) reject(answer)
      else resolve(answer)
    }
    request.onerror = () => reject(new NetworkError('The file could not be handed over.'))
    signal.addEventListener('abort', () => request.abort())
    request.onabort = () => reject(new NetworkError('The upload was given up.'))
    request.send(bodyOf(options, request))
  })
}

function addressOf({ subscription, purpose }: Pick<UploadOptions, 'subscription' | 'purpose'>): string {
  const query = new URLSearchParams()
  if (subscription !== undefined) query.set('subscription', subscription)
  if (purpose === 'attachment') query.set('purpose', purpose)
  return `${basesNow(portalConfig()).main}${senderContract.uploadFile.path}?${query.toString()}`
}

/** A PDF as it is; whatever needs more said of it, in parts. */
function bodyOf({ file, purpose, password }: FileToUpload, request: XMLHttpRequest): File | FormData {
  if (purpose === 'attachment' || password !== undefined) {
    const form = new FormData()
    if (password !== undefined) {
      form.set('decrypt', JSON.stringify({ consent: true, ...(password !== '' && { password }) }))
    }
    form.set('file', file)
    return form
  }
  request.setRequestHeader('content-type', 'application/pdf')
  request.setRequestHeader('content-disposition', `attachment; filename*=UTF-8''${encodeName(file.name)}`)
  return file
}

/** RFC 8187, of which encodeURIComponent leaves a few signs. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

function readAnswer({ status, responseText }: XMLHttpRequest): UploadedFile | Error {
  const answer = parse(responseText)
  if (status === 201) {
    const { id, sha256, pages, findings } = answer as Omit<UploadedFile, 'findings'> & { findings: { code: string }[] }
    return { id, sha256, pages, findings: findings.map(({ code }) => code) }
  }
  if (status === 401) announceSessionExpired({ onList: false })
  return new ApiError(status, answer)
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
