import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A file of trusted certificates cannot be used; the message is one sentence for the operator. */
class TrustFileError extends Error {
  override readonly name = 'TrustFileError'
  readonly code = 'TRUST_FILE'
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * Certificates, DER, from files in PEM (one or several) or DER.
 * @throws {TrustFileError} with one sentence that names the file
 */
export async function readTrustFiles(paths: readonly string[]): Promise<Uint8Array[]> {
  const lists = await Promise.all(paths.map(readTrustFile))
  return lists.flat()
}

async function readTrustFile(path: string): Promise<Uint8Array[]> {
  const content = await readFile(path).catch((cause: unknown) => {
    throw new TrustFileError(`The certificate file ${path} cannot be read.`, { cause })
  })
  const blocks = content.toString('latin1').match(PEM) ?? [content]
  try {
    return blocks.map((block) => new Uint8Array(new X509Certificate(block).raw))
  } catch (cause) {
    throw new TrustFileError(`The file ${path} holds no certificate.`, { cause })
  }
}
