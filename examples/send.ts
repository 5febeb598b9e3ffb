// Sends a PDF to somebody, waits until it is signed, and fetches it: see README.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { ProblemError, Rubrica } from '@rubrica/sdk'

const { RUBRICA_URL = 'http://127.0.0.1:8080', RUBRICA_CLIENT_ID, RUBRICA_CLIENT_SECRET } = process.env
const [source, userId, target] = process.argv.slice(2)
if (!source || !userId || !target || !RUBRICA_CLIENT_ID || !RUBRICA_CLIENT_SECRET) {
  console.error('Usage: send.ts FILE.pdf USER SIGNED.pdf, with RUBRICA_CLIENT_ID and RUBRICA_CLIENT_SECRET set')
  process.exit(1)
}

const rubrica = new Rubrica({ url: RUBRICA_URL, clientId: RUBRICA_CLIENT_ID, clientSecret: RUBRICA_CLIENT_SECRET })

async function send(file: string, signer: string): Promise<string> {
  const { documents } = await rubrica.send({ documents: [{ from: file }], signers: [{ userId: signer }] })
  const [document] = documents
  if (!document) throw new Error('Nothing was sent.')
  console.log(`Sent to ${signer} as ${document.guid}. Waiting for the signature.`)
  return document.guid
}

async function fetchSigned(guid: string, original: Buffer): Promise<Buffer> {
  for await (const { at, type } of rubrica.documents.follow(guid)) console.log(`${at}  ${type}`)
  const { state } = await rubrica.documents.get(guid)
  if (state !== 'completed') throw new Error(`The document is ${state}.`)
  const signed = Buffer.from(await (await rubrica.documents.content(guid)).arrayBuffer())
  // Signatures are appended: what was sent has to be there, byte for byte. `rubrica verify` looks at the rest.
  const isWhole = signed.subarray(0, original.length).equals(original)
  if (!isWhole || !signed.includes('/ETSI.CAdES.detached', original.length)) {
    throw new Error('What came back is not the document that was sent, with a signature.')
  }
  return signed
}

try {
  writeFileSync(target, await fetchSigned(await send(source, userId), readFileSync(source)))
  console.log(`Signed: ${target}`)
} catch (error) {
  const code = error instanceof ProblemError ? `${error.code}: ` : ''
  console.error(code + (error as Error).message)
  process.exitCode = 1
}
