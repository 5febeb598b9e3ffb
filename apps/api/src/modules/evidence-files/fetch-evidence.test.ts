import { expect, test } from 'vitest'
import { fetchEvidence, type FetchEvidence } from './fetch-evidence.ts'
import type { KeptFile, NewFile } from './ports.ts'

const KEY = { documentId: 'd', wrappedKey: Buffer.alloc(1) }
const READER = { edition: 'full' } as const

/** @param rival what somebody else keeps while the first one is being written: its stand */
function open(rival: string | undefined) {
  const kept: KeptFile[] = []
  const objects = new Map<string, Uint8Array>()
  let written = 0
  const keep = (file: Pick<NewFile, 'version' | 'stand' | 'objectId' | 'digest' | 'length'>) => {
    if (kept.some(({ version }) => version === file.version)) return false
    kept.push({ ...file, key: KEY })
    return true
  }
  const write = async () => {
    written += 1
    if (written === 1 && rival !== undefined) {
      objects.set('rival', Buffer.from('of the rival'))
      keep({ version: 1, stand: rival, objectId: 'rival', digest: 'rival', length: 12 })
    }
    return { bytes: Buffer.from(`written ${written}`), endsAt: null }
  }
  const facts = { documentId: 'd', revisions: [] }
  const needs = {
    source: {
      standOf: async () => 'with the head',
      headOf: async () => undefined,
      load: async () => ({ key: KEY, subscriptionId: 's', facts }),
    },
    files: { newest: async () => kept.at(-1), keep: async (file: NewFile) => keep(file) },
    writer: { write },
    objects: {
      read: async (_key: unknown, id: string) => objects.get(id),
      write: async (_key: unknown, bytes: Uint8Array) => {
        const id = `object-${objects.size}`
        objects.set(id, bytes)
        return id
      },
    },
    markOf: async () => undefined,
    reach: async () => undefined,
    now: () => new Date(0),
  } as unknown as FetchEvidence
  return { needs, kept, written: () => written }
}

test('who comes second with the same gets the first', async () => {
  const { needs, written } = open('with the head')
  expect(Buffer.from(await fetchEvidence(needs, 'd', READER)).toString()).toBe('of the rival')
  expect(written()).toBe(1)
})

test('who comes second to something that holds less makes the next version', async () => {
  const { needs, kept } = open('without the head')
  expect(Buffer.from(await fetchEvidence(needs, 'd', READER)).toString()).toBe('written 2')
  expect(kept.map(({ version, stand }) => [version, stand])).toEqual([
    [1, 'without the head'],
    [2, 'with the head'],
  ])
})
