import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEMO_PASSWORD, logIn, runCli } from '@rubrica/testing'

const WHO = 'ana'

/** Where a server with the demo people answers, and what belongs to it. */
interface Installation {
  readonly url: string
  readonly sandbox: string
  /** Holds `sandbox-root.cer`. */
  readonly data: string
}

/**
 * Has a demo person sign the first of their documents that asks for nothing but the PIN, and `rubrica verify` judge it.
 * Throws when anything of that does not work.
 */
export async function signWaiting({ url, sandbox, data }: Installation): Promise<void> {
  const { call, legalId } = await logIn(url, { userId: WHO, password: DEMO_PASSWORD })
  const { people } = (await (await fetch(`${sandbox}/people.json`)).json()) as { people: { id: string; pin: string }[] }
  const [certificate] = await call.certificates({ params: { legalid: legalId } })
  const { List } = await call.pendingDocuments({ query: {} })
  const plain = List.find(({ SignerDTO: { ReadAll, DisclaimerInfo } }) => !ReadAll && !DisclaimerInfo.Display)
  if (!plain || !certificate) throw new Error(`nothing to sign among ${JSON.stringify(List)}`)
  await call.sign({
    params: { type: 'keyvault', signerGuid: plain.SignerDTO.SignerGUID },
    body: { CertGUID: certificate.GUID, PIN: people.find(({ id }) => id === WHO)!.pin, AccessMethod: 'USER_PASS' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  const { DocContent } = await call.downloadDocument({ params: { docGuid: plain.DocGUI } })
  const file = join(data, 'signed.pdf')
  await writeFile(file, DocContent, 'base64')
  const trust = ['--trust', join(data, 'sandbox-root.cer'), '--online', '--allow-private', sandbox]
  const { code, stdout, stderr } = await runCli(['verify', file, ...trust])
  if (code !== 0) throw new Error(`rubrica verify ended with ${code}: ${stdout}${stderr}`)
}
