/** Random changes, from a fixed seed, of every input of signing. More rounds with RUBRICA_FULL_TESTS. */
import { sign as signBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { buildSignedData, encodeDigestAlgorithm, encodeSignatureAlgorithm, signWithKey, CodedError } from '@rubrica/pki'
import { addSignatureFields } from '../src/fields/add-signature-fields.ts'
import { prepareSignature } from '../src/prepare-signature.ts'
import { parsePrepared, serialisePrepared } from '../src/prepared-signature.ts'
import { resumeSignature } from '../src/resume-signature.ts'
import { makeTestSigner } from '@rubrica/pki/testing'
import type { PreparedSignature, SignatureRequest } from '../src/types.ts'
import { classicPdf, packedPdf } from '@rubrica/pdf/testing'

const ROUNDS = process.env.RUBRICA_FULL_TESTS === '1' ? 4000 : 300
const IMAGES = resolve(import.meta.dirname, '../../../../shared/corpora/images')

const signer = makeTestSigner()
const box = { x: 50, y: 50, width: 150, height: 50 }
const request: SignatureRequest = {
  certificate: signer.certificate,
  chain: [],
  digestAlgorithm: 'SHA-256',
  claimedTime: new Date('2026-01-31T12:00:00Z'),
  field: { create: { name: 'Signature', page: 1, box } },
  stamp: { lines: ['Núria'] },
}

function makeRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A copy with a few octets changed, sometimes cut off, sometimes with a part repeated. */
function mutate(original: Uint8Array, random: (below: number) => number, alphabet: readonly number[] | null): Buffer {
  const bytes = Buffer.from(original)
  const count = 1 + random(8)
  for (let i = 0; i < count; i++) {
    bytes[random(bytes.length)] = alphabet === null ? random(256) : (alphabet[random(alphabet.length)] as number)
  }
  const kind = random(12)
  if (kind === 0) return bytes.subarray(0, random(bytes.length))
  const at = random(bytes.length)
  return kind === 1 ? Buffer.concat([bytes, bytes.subarray(at, at + 400)]) : bytes
}

/** 'ok' or the code; anything but a CodedError fails the test. */
async function outcomeOf(work: () => unknown): Promise<string> {
  try {
    await work()
    return 'ok'
  } catch (error) {
    if (error instanceof CodedError) return error.code
    throw error
  }
}

async function finish(base: Uint8Array, prepared: PreparedSignature): Promise<Buffer> {
  const answer = { signature: signWithKey(signer.privateKey, prepared) }
  return Buffer.concat([base, await resumeSignature(base, prepared, answer)])
}

const sign = (base: Uint8Array, wanted: SignatureRequest): Promise<Buffer> =>
  finish(base, prepareSignature(base, wanted))

describe('mutated copies are signed or rejected with a code, never anything else', () => {
  test('of documents, signed ones among them', { timeout: 300_000 }, async () => {
    const lock = { action: 'Exclude', fields: ['Signature'] } as const
    const form = classicPdf({ pages: 2 })
    const empty = Buffer.concat([form, addSignatureFields(form, [{ name: 'Signature', page: 2, box, lock }])])
    const signed = await sign(classicPdf(), {
      ...request,
      field: { create: { name: 'First', page: 1, lock } },
      certify: 2,
    })
    const samples = [
      { base: form, wanted: { ...request, certify: 2 as const } },
      { base: packedPdf({ pages: 3 }), wanted: request },
      { base: packedPdf({ pages: 2, hybrid: true }), wanted: request },
      { base: empty, wanted: { ...request, field: { name: 'Signature' } } },
      { base: signed, wanted: request },
    ]
    const random = makeRandom(6)
    const alphabet = [...Buffer.from('0123456789<>[]()/R obj\n')]
    const outcomes = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++) {
      const { base, wanted } = samples[round % samples.length] ?? { base: form, wanted: request }
      const mutant = mutate(base, random, alphabet)
      const outcome = await outcomeOf(() => sign(mutant, wanted))
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect(outcomes.get('ok')).toBeGreaterThan(ROUNDS / 10)
    expect(outcomes.size).toBeGreaterThan(3)
  })

  test('of stored preparations', async () => {
    const base = classicPdf()
    const stored = serialisePrepared(prepareSignature(base, request))
    const random = makeRandom(7)
    for (let round = 0; round < ROUNDS; round++) {
      await outcomeOf(() => finish(base, parsePrepared(mutate(stored, random, null))))
    }
  })

  test('of a provider’s CMS', async () => {
    const base = classicPdf()
    const prepared = prepareSignature(base, { ...request, certificate: undefined })
    const { signedAttributes } = prepareSignature(base, request)
    const own = { ...prepared, signedAttributes }
    const cms = buildSignedData({
      digestAlgorithm: encodeDigestAlgorithm('SHA-256'),
      signatureAlgorithm: encodeSignatureAlgorithm('ECDSA', 'SHA-256'),
      signedAttributes: own.signedAttributes,
      signature: signBytes('sha256', own.signedAttributes, signer.privateKey),
      certificate: signer.certificate,
      chain: [],
      unsignedAttributes: [],
    })
    const random = makeRandom(8)
    for (let round = 0; round < ROUNDS; round++) {
      await outcomeOf(() => resumeSignature(base, prepared, { cms: mutate(cms, random, null) }))
    }
  })

  test('of pictures', { timeout: 300_000 }, async () => {
    const random = makeRandom(9)
    for (let round = 0; round < ROUNDS; round++) {
      const image = mutate(PICTURES[round % PICTURES.length] as Buffer, random, null)
      const outcome = await outcomeOf(() => prepareSignature(classicPdf(), { ...request, stamp: { lines: [], image } }))
      expect(['ok', 'IMAGE_INVALID']).toContain(outcome)
    }
  })
})

const PICTURES = [
  png(8, 8, 2, 3),
  png(5, 7, 6, 4),
  png(9, 4, 0, 1),
  Buffer.from('ffd8ffe000104a46494600010100000100010000ffc00011080002000203011100021101031101ffdaffd9', 'hex'),
]

function png(width: number, height: number, color: number, samples: number): Buffer {
  const chunk = (type: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(body.length)
    return Buffer.concat([head, Buffer.from(type, 'latin1'), body, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, color], 8)
  const rows = Buffer.alloc(height * (width * samples + 1), 100)
  for (let row = 0; row < height; row++) rows[row * (width * samples + 1)] = row % 5
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

describe.runIf(existsSync(IMAGES))('the pictures of ../shared/corpora/images (skipped without them)', () => {
  test.each(existsSync(IMAGES) ? readdirSync(IMAGES) : [])('%s is drawn or rejected', async (name) => {
    const image = readFileSync(join(IMAGES, name))
    const outcome = await outcomeOf(() =>
      prepareSignature(classicPdf(), { ...request, stamp: { lines: ['N'], image } }),
    )
    expect(['ok', 'IMAGE_INVALID']).toContain(outcome)
  })
})
