/** Lists what the keys of a PKCS#12 file may be used for. */
import { readFile } from 'node:fs/promises'
import { classifyCertificate, openP12 } from '@rubrica/pki'

/** One line for each key: its name, and whether it may sign documents today. */
export async function readKeyFile(path: string, password: string): Promise<string[]> {
  const { keys } = await openP12(await readFile(path), password)
  return keys.map(({ alias, certificate, chain }) => {
    const { usable, reasons } = classifyCertificate(certificate, chain, new Date())
    return `${alias}: ${usable ? 'may sign' : `may not sign (${reasons.join(', ')})`}`
  })
}
