import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openP12 } from '@rubrica/pki'
import { sealWithKey } from './open-seal.ts'
import { SealError, type Seal } from './seal.ts'

/**
 * The seal out of a PKCS#12 file.
 * @throws {SealError} with one sentence that names the file
 */
export async function openFileSeal(path: string, pin: string): Promise<Seal> {
  const file = await readFile(path).catch((cause: unknown) => {
    throw new SealError('settings', `The file of the seal ${path} cannot be read.`, { cause })
  })
  const { keys } = await openP12(file, pin).catch((cause: unknown) => {
    throw new SealError('settings', `SEAL_P12_PIN does not open the file of the seal ${path}.`, { cause })
  })
  const [key] = keys
  if (!key) {
    throw new SealError('settings', `The file of the seal ${path} holds no private key with its certificate.`)
  }
  const { certificate, chain } = key
  const privateKey = createPrivateKey({ key: Buffer.from(key.privateKeyPkcs8), format: 'der', type: 'pkcs8' })
  return { certificate, chain, isSelfMade: false, sign: sealWithKey(privateKey) }
}
