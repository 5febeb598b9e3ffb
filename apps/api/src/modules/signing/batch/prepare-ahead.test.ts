import { expect, test } from 'vitest'
import type { Batch } from '../ports.ts'
import { PreparedAhead, type PrepareAhead } from './prepare-ahead.ts'

const start = new Date('2026-01-01T10:00:00Z')
const certificate = { id: 'certificate', certificate: Uint8Array.of(1), chain: [] }
const batch = { id: 'batch', userId: 'user', certificateId: 'certificate', signerIds: ['first', 'second', 'third'] }
const signatureOf = (signerId: string) => ({
  signerId,
  documentId: `${signerId}'s`,
  state: 'pending',
  reason: 'yes',
  certificateId: null,
  certificateType: null,
})

interface Stage {
  readonly bytes?: number
  readonly signatures?: Readonly<Record<string, object | undefined>>
}

/** What is known of each signer's document, how large the documents are, and what was prepared, in order. */
function stage({ bytes = 1000, signatures = {} }: Stage = {}) {
  const prepared: string[] = []
  const needs = {
    signing: {
      findForSigner: async (_user: string, id: string) => (id in signatures ? signatures[id] : signatureOf(id)),
    },
    documents: {
      load: async (documentId: string, { onLength }: { onLength: (length: number) => void }) => {
        onLength(bytes)
        return { bytes: new Uint8Array(1), revision: 1, digest: documentId }
      },
    },
    maker: {
      prepare: async () => {
        prepared.push('one')
        return { certificate: certificate.certificate }
      },
    },
    now: () => start,
  } as unknown as PrepareAhead
  const ahead = new PreparedAhead()
  return {
    prepared,
    begin: (signerId: string) => ahead.begin(needs, batch as unknown as Batch, wanted(signatureOf(signerId)) as never),
    take: (signature: object, { at = start, by = certificate } = {}) =>
      ahead.take('batch', { signature, certificate: by } as never, at),
  }
}

const wanted = (signature: object) => ({ signature, certificate })

test('the next document of the batch is ready when its call comes, and is given once', async () => {
  const { begin, take } = stage()
  begin('first')
  expect(await take(signatureOf('second'))).toMatchObject({ base: { digest: "second's" } })
  expect(await take(signatureOf('second'))).toBeUndefined()
})

test('documents that were called for meanwhile are not prepared any more', async () => {
  const { begin, take } = stage({ signatures: { second: undefined } })
  begin('first')
  expect(await take(signatureOf('second'))).toBeUndefined()
  expect(await take(signatureOf('third'))).toBeUndefined()
  begin('second')
  expect(await take(signatureOf('third'))).toBeUndefined()
})

test('what would be said otherwise by now is not used: another reason, another certificate, an older date', async () => {
  for (const [signature, choice] of [
    [{ ...signatureOf('second'), reason: 'no' }, {}],
    [signatureOf('second'), { by: { ...certificate, certificate: Uint8Array.of(2) } }],
    [signatureOf('second'), { at: new Date(start.getTime() + 11_000) }],
  ] as const) {
    const { begin, take } = stage()
    begin('first')
    expect(await take(signature, choice)).toBeUndefined()
  }
})

test('nothing is prepared for who cannot sign now, for unread pages, and for large documents', async () => {
  const unread = { ...signatureOf('second'), readAll: true, pageCount: 3, pagesServed: 2 }
  const cases = [
    stage({ signatures: { second: undefined } }),
    stage({ signatures: { second: { ...signatureOf('second'), state: 'signed' } } }),
    stage({ signatures: { second: unread } }),
    stage({ bytes: 3 * 1024 * 1024 }),
  ]
  for (const { begin, take, prepared } of cases) {
    begin('first')
    expect(await take(signatureOf('second'))).toBeUndefined()
    expect(prepared).toEqual([])
  }
})
