import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeTemporaryDirectory } from '@rubrica/testing'

const run = promisify(execFile)
const TIMESTAMP =
  /\/SubFilter \/ETSI\.RFC3161.*?\/ByteRange \[([\d ]+)\].*?\/Contents <([0-9A-Fa-f]+)>|\/SubFilter \/ETSI\.RFC3161.*?\/Contents <([0-9A-Fa-f]+)>.*?\/ByteRange \[([\d ]+)\]/gs

/** What `openssl ts -verify` says of each document timestamp of a file, with one certificate as the only anchor. */
export async function askOpenssl(pdf: Buffer, rootDer: Uint8Array): Promise<string[]> {
  await using folder = await makeTemporaryDirectory()
  const place = (name: string) => join(folder.path, name)
  const pem = Buffer.from(rootDer).toString('base64').replace(/.{64}/g, '$&\n')
  await writeFile(place('root.pem'), `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`)
  const verdicts: string[] = []
  for (const [, rangeBefore, contentsAfter, contentsBefore, rangeAfter] of pdf.toString('latin1').matchAll(TIMESTAMP)) {
    const [start, length, from, rest] = (rangeBefore ?? rangeAfter!).trim().split(/\s+/).map(Number)
    await writeFile(
      place('data'),
      Buffer.concat([pdf.subarray(start, start! + length!), pdf.subarray(from, from! + rest!)]),
    )
    await writeFile(place('token'), withoutPadding(Buffer.from((contentsBefore ?? contentsAfter)!, 'hex')))
    const options = ['-data', place('data'), '-in', place('token'), '-token_in', '-CAfile', place('root.pem')]
    const { stdout } = await run('openssl', ['ts', '-verify', ...options]).catch((error: { stderr?: string }) => ({
      stdout: error.stderr ?? 'failed',
    }))
    verdicts.push(stdout.trim())
  }
  return verdicts
}

/** A DER value of up to 64 KiB ends where its two length octets say. */
const withoutPadding = (der: Buffer) => der.subarray(0, 4 + der.readUInt16BE(2))
