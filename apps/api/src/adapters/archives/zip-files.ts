import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ZipFiles } from '../../modules/sending/archive/ports.ts'

/**
 * A ZIP (APPNOTE 6.3) that is made while it is read: each file is in memory only while it is its turn. Names are in
 * UTF-8, and nothing is compressed, because PDFs are already. One that breaks off has no central directory, so that no
 * program takes it for a whole one.
 */
export const zipFiles: ZipFiles = (files) => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const { path, modifiedAt, read } of files) {
    zip.addReadStreamLazy(path, { mtime: modifiedAt, compress: false }, (give) => {
      // Whoever reads no more needs no further file.
      if (output.destroyed) return
      read().then(
        (bytes) => give(null, Readable.from([bytes])),
        (error: unknown) => output.destroy(error as Error),
      )
    })
  }
  zip.end()
  return output
}
