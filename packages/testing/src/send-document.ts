import type { SendDescription, SentDocument } from '@rubrica/contract'

/** A program that may send documents. */
export interface SenderCredentials {
  readonly id: string
  readonly secret: string
}

/** A token of a program: for the sender API unless it wishes another of its scopes. */
export async function senderToken(
  url: string,
  { id, secret }: SenderCredentials,
  scope = 'documents',
): Promise<string> {
  const answer = await fetch(`${url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  })
  if (!answer.ok) throw new Error(`no sender token: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** A file that goes along with the document. */
export interface AttachedFile {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** Sends a PDF and answers the raw response, for tests of refusals. */
export function postDocument(
  url: string,
  token: string,
  parts: {
    document: Uint8Array
    description: unknown
    attachments?: readonly AttachedFile[]
    headers?: Record<string, string>
  },
): Promise<Response> {
  const form = new FormData()
  form.set('description', JSON.stringify(parts.description))
  form.set('document', new Blob([new Uint8Array(parts.document)], { type: 'application/pdf' }), 'document.pdf')
  for (const { fileName, bytes } of parts.attachments ?? []) {
    form.append('attachment', new Blob([new Uint8Array(bytes)]), fileName)
  }
  return fetch(`${url}/api/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...parts.headers },
    body: form,
  })
}

/** Sends a PDF that is expected to be taken. */
export async function sendDocument(
  url: string,
  token: string,
  parts: { document: Uint8Array; description: SendDescription; attachments?: readonly AttachedFile[] },
): Promise<SentDocument> {
  const answer = await postDocument(url, token, parts)
  if (answer.status !== 201) throw new Error(`the document was refused: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as SentDocument
}
