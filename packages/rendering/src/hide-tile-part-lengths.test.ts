import { expect, it } from 'vitest'
import { makeJpx } from '../tests/make-jpx.ts'
import { hideTilePartLengths } from './hide-tile-part-lengths.ts'

const TABLE = Buffer.of(0xff, 0x55)

it('turns the table of tile-part lengths of each image into a comment, and changes nothing else', () => {
  const file = Buffer.concat([Buffer.from('before'), makeJpx(1), TABLE, makeJpx(2), Buffer.from('after')])
  const before = Buffer.from(file)
  hideTilePartLengths(file)
  const changed = [...file.keys()].filter((index) => file[index] !== before[index])
  expect(changed.map((index) => [before[index - 1], before[index], file[index]])).toEqual([
    [0xff, 0x55, 0x64],
    [0xff, 0x55, 0x64],
  ])
})

it('ends with the file, whatever its headers say', () => {
  const header = makeJpx(0)
  for (let length = 0; length <= header.length; length += 1)
    hideTilePartLengths(Buffer.from(header.subarray(0, length)))
  hideTilePartLengths(Buffer.of(0xff, 0x4f, 0xff, 0x51, 0, 0, 0xff, 0x55, 0, 0, 0xff, 0x4f, 0xff, 0x51))
})
