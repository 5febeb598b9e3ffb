/** The calls that clients make, over the balancer and with the keys by which they may be repeated. */
import { ApiError } from '@rubrica/contract'
import { DEMO_PASSWORD, logIn, makePdf, senderToken, type DemoSigner } from '@rubrica/testing'

export interface Sender {
  readonly id: string
  readonly secret: string
}

interface SentPerson {
  readonly guid: string
  readonly userId: string
}

export interface SentPeople {
  readonly guid: string
  readonly signers: readonly (SentPerson & { readonly approvers?: readonly SentPerson[] })[]
}

/** What a call of a program answers. @throws {ApiError} */
async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (response.ok) return JSON.parse(text) as T
  throw new ApiError(response.status, problemOf(text))
}

function problemOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { Message: text.slice(0, 200) }
  }
}

const PDF = makePdf()

/** Tokens last half an hour. */
const RENEWED_MS = 20 * 60_000

/** A value that is asked for again once it is old, and after a failure. */
function renewed<T>(ask: () => Promise<T>): () => Promise<T> {
  let value: { readonly coming: Promise<T>; readonly since: number } | undefined
  return async () => {
    if (!value || performance.now() - value.since > RENEWED_MS) value = { coming: ask(), since: performance.now() }
    const asked = value
    try {
      return await asked.coming
    } catch (error) {
      if (value === asked) value = undefined
      throw error
    }
  }
}

export function openProgram(url: string, sender: Sender) {
  const token = renewed(() => senderToken(url, sender))
  const post = async (path: string, attempt: string, init: RequestInit): Promise<Response> =>
    fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      ...init,
      headers: { authorization: `Bearer ${await token()}`, 'idempotency-key': attempt, ...(init.headers as object) },
    })
  return {
    send: async (attempt: string, description: object, signal: AbortSignal): Promise<SentPeople> => {
      const form = new FormData()
      form.set('description', JSON.stringify(description))
      form.set('document', new Blob([new Uint8Array(PDF)], { type: 'application/pdf' }), 'document.pdf')
      return answerOf(await post('documents', attempt, { body: form, signal }))
    },
    sendUploaded: async (attempt: string, description: object, signal: AbortSignal): Promise<SentPeople> => {
      const headers = { 'content-type': 'application/json' }
      return answerOf(await post('documents', attempt, { body: JSON.stringify(description), headers, signal }))
    },
    upload: async (attempt: string, signal: AbortSignal): Promise<string> => {
      const headers = { 'content-type': 'application/pdf' }
      const body = new Blob([new Uint8Array(PDF)])
      return (await answerOf<{ id: string }>(await post('files', attempt, { body, headers, signal }))).id
    },
    download: async (guid: string): Promise<Uint8Array> => {
      const headers = { authorization: `Bearer ${await token()}` }
      const answer = await fetch(`${url}/api/v1/documents/${guid}/content`, { headers })
      if (!answer.ok) throw new Error(`no document: ${answer.status}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
  }
}

export type Program = ReturnType<typeof openProgram>

export type PersonName = 'ana' | 'biel' | 'carla'
export type Person = () => Promise<DemoSigner>

/** A demo person, logged in anew before their token ends; they stay with the key of the vault that they had at first. */
export function openPerson(url: string, { name, pin }: { readonly name: PersonName; readonly pin: string }): Person {
  let certificateId: string | undefined
  return renewed(async () => {
    const person = await logIn(url, { userId: name, password: DEMO_PASSWORD })
    const certificates = await person.call.certificates({ params: { legalid: person.legalId } })
    certificateId ??= certificates.find(({ CertType }) => CertType.toLowerCase() === 'keyvault')?.GUID
    if (certificateId === undefined) throw new Error(`${name} has no certificate`)
    return Object.assign(person, { certificateId, pin })
  })
}
