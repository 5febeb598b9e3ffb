/** A program that hands files over, and sends what it has handed over. */
import { expect } from 'vitest'
import type { Scene } from '@rubrica/testing'

/** A file as the call answers it. */
export interface Uploaded {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly pages: readonly { width: number; height: number; rotation: number }[]
  readonly findings: readonly { code: string; detail: string }[]
  readonly uploadedAt: string
  readonly expiresAt: string
}

/** @param scene asked each time: it is open only when the tests run. */
export function openUploads(scene: () => Scene) {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${scene().portal.url}/api/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${scene().senderToken}`, ...(init.headers as object) },
    })
  const bytesOf = (file: Uint8Array) => new Blob([new Uint8Array(file)])
  const post = (file: Uint8Array, headers: Record<string, string> = {}) =>
    call('files', { method: 'POST', headers: { 'content-type': 'application/pdf', ...headers }, body: bytesOf(file) })
  const upload = async (file: Uint8Array, headers: Record<string, string> = {}) => {
    const answer = await post(file, headers)
    expect(answer.status).toBe(201)
    return (await answer.json()) as Uploaded
  }
  const problem = async (answer: Response) => {
    const { Code, Details } = (await answer.json()) as { Code: string; Details?: { Reason?: string } }
    return [answer.status, Code, ...(Details?.Reason === undefined ? [] : [Details.Reason])]
  }
  const sendUploaded = (file: string, more: object = {}, headers: Record<string, string> = {}) =>
    call('documents', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ file, fileName: 'sent.pdf', signers: [{ userId: 'ana' }], ...more }),
    })
  const rows = <Row extends object>(text: string, values: unknown[] = []) =>
    scene().portal.server.database!.query<Row>(text, values)
  return { call, bytesOf, post, upload, problem, sendUploaded, rows }
}
