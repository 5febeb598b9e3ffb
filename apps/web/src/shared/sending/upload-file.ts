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
  /** Ids of files that go with it. */
  readonly attachments: readonly string[]
}

interface UploadOptions {
  readonly file: File
  /** The one that is sent from, where there are several. */
  readonly subscription: string | undefined
  /** The same for each try, so that a file whose answer was lost is there once. */
  readonly key: string
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** @throws {ApiError} when it is refused, {NetworkError} when there was no answer */
export function uploadFile({ file, subscription, key, onProgress, signal }: UploadOptions): Promise<UploadedFile> {
  const request = new XMLHttpRequest()
  const query = subscription === undefined ? '' : `?subscription=${encodeURIComponent(subscription)}`
  return new Promise((resolve, reject) => {
    request.open('POST', basesNow(portalConfig()).main + senderContract.uploadFile.path + query)
    request.setRequestHeader('authorization', `Bearer ${sessionToken() ?? ''}`)
    request.setRequestHeader('content-type', 'application/pdf')
    request.setRequestHeader('idempotency-key', key)
    request.setRequestHeader('content-disposition', `attachment; filename*=UTF-8''${encodeName(file.name)}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer = readAnswer(request)
      if (answer instanceof Error) reject(answer)
      else resolve(answer)
    }
    request.onerror = () => reject(new NetworkError('The file could not be handed over.'))
    signal.addEventListener('abort', () => request.abort())
    request.onabort = () => reject(new NetworkError('The upload was given up.'))
    request.send(file)
  })
}

/** RFC 8187, of which encodeURIComponent leaves a few signs. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

function readAnswer({ status, responseText }: XMLHttpRequest): UploadedFile | Error {
  const answer = parse(responseText)
  if (status === 201) {
    const { id, sha256, pages, findings } = answer as Omit<UploadedFile, 'findings'> & { findings: { code: string }[] }
    return { id, sha256, pages, findings: findings.map(({ code }) => code), attachments: [] }
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
