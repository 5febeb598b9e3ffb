import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { choosePorts, makeConnectionId } from './connection-id.ts'

const random = (count: number): Uint8Array => randomBytes(count)

test('a connection id has twenty letters and digits', () => {
  for (let round = 0; round < 200; round += 1) expect(makeConnectionId(random)).toMatch(/^[A-Za-z0-9]{20}$/)
})

test('every letter and digit is as likely as any other', () => {
  // Octets from 248 on are thrown away: with them, the first eight letters would come more often.
  const all = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => next++ % 256)
  let next = 0
  const counts = new Map<string, number>()
  for (let round = 0; round < 248; round += 1) {
    for (const character of makeConnectionId(all)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  expect(counts.size).toBe(62)
  expect(new Set(counts.values())).toEqual(new Set([80]))
})

test('three different ports are of the private range, and never the fixed one', () => {
  for (let round = 0; round < 500; round += 1) {
    const ports = choosePorts(random)
    expect(new Set(ports).size).toBe(3)
    expect(ports.every((port) => port >= 49_152 && port <= 65_535)).toBe(true)
  }
  const fixed = [0xf6, 0x8d]
  const octets = [...fixed, 0xc0, 0x00, 0xc0, 0x00, ...fixed, 0xff, 0xff, 0x00, 0x01]
  expect(choosePorts(() => Uint8Array.from(octets.splice(0, 2)))).toEqual([49_152, 65_535, 49_153])
})
