/**
 * A key of the transit engine of HashiCorp Vault: one call for each key that is closed or opened
 * (POST /v1/MOUNT/encrypt/KEY and /decrypt/KEY). The key must be of a kind that authenticates data with the value
 * (aes256-gcm96, the default).
 */
import { z } from 'zod'
import type { KekConfig, VaultKekConfig } from '../../../config/read-kek.ts'
import { kekError, type Kek } from './kek.ts'

const ANSWER_MS = 10_000
/** Octets of an answer; one with a server key has a few hundred. */
const LARGEST = 16_384

const closed = z.object({ data: z.object({ ciphertext: z.string().regex(/^vault:v\d+:[A-Za-z0-9+/=]{16,2048}$/) }) })
const opened = z.object({ data: z.object({ plaintext: z.base64().max(2048) }) })

export function openVaultKek({ name, mount, key, token }: VaultKekConfig & Pick<KekConfig, 'name'>): Kek {
  const ask = async <T>(way: 'encrypt' | 'decrypt', body: object, shape: z.ZodType<T>): Promise<T> => {
    const answer = await call(`${mount}/${way}/${key}`, token.reveal(), body).catch(() => {
      throw kekError(name, 'cannot be asked: Vault does not answer')
    })
    if (answer.status !== 200) throw kekError(name, explain(answer.status))
    const read = shape.safeParse(answer.body)
    if (read.success) return read.data
    throw kekError(name, 'gave an answer that is none')
  }
  const base64 = (value: Uint8Array | string) => Buffer.from(value).toString('base64')
  return {
    name,
    seal: async (value, binding) => {
      const body = { plaintext: base64(value), associated_data: base64(binding) }
      return Buffer.from((await ask('encrypt', body, closed)).data.ciphertext)
    },
    open: async (sealed, binding) => {
      const body = { ciphertext: Buffer.from(sealed).toString(), associated_data: base64(binding) }
      return Buffer.from((await ask('decrypt', body, opened)).data.plaintext, 'base64')
    },
  }
}

async function call(address: string, token: string, body: object): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(address, {
    method: 'POST',
    // Vault redirects to the active node of a cluster; the token goes nowhere but where the operator said.
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'x-vault-token': token, 'x-vault-request': 'true' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  return { status: answer.status, body: answer.status === 200 ? parse(await readSome(answer)) : undefined }
}

async function readSome(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    length += piece.byteLength
    if (length > LARGEST) return ''
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const WORDS: Readonly<Record<number, string>> = {
  400: 'does not open or close this file: it was changed, or closed for something else',
  403: 'may not be used with the token in SERVER_KEY_KEK_SECRET',
  404: 'is not known to Vault',
  503: 'cannot be asked: Vault is sealed',
}

const explain = (status: number): string => WORDS[status] ?? `cannot be asked: Vault answers with status ${status}`
