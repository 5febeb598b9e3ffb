import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'
import { readCertificateBundle } from '@rubrica/pki'
import { UsageError } from '../command.ts'

const CERTIFICATE_FILE = /\.(?:pem|crt|cer|der|p7b|p7c)$/i
const PEM = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

/**
 * The certificates (DER) of a file, or of the certificate files in a folder.
 * @throws UsageError when there is none
 */
export async function readAnchors(place: string): Promise<readonly Uint8Array[]> {
  const paths = await listFiles(place)
  const anchors = (await Promise.all(paths.map(readCertificates))).flat()
  if (anchors.length === 0) throw new UsageError(`${place} holds no certificate (.pem, .crt, .cer, .der, .p7b).`)
  return anchors
}

async function listFiles(place: string): Promise<readonly string[]> {
  if (!(await stat(place)).isDirectory()) return [place]
  const names = await readdir(place)
  return names
    .filter((name) => CERTIFICATE_FILE.test(name))
    .sort()
    .map((name) => join(place, name))
}

async function readCertificates(path: string): Promise<readonly Uint8Array[]> {
  const bytes = await readFile(path)
  const blocks = bytes.toString('latin1').match(PEM)
  if (blocks) return blocks.flatMap(toDer)
  const bundle = readCertificateBundle(bytes)
  return bundle.length > 0 ? bundle : toDer(bytes)
}

function toDer(encoded: string | Buffer): Uint8Array[] {
  try {
    return [new Uint8Array(new X509Certificate(encoded).raw)]
  } catch {
    return []
  }
}
