// Sends a PDF to somebody and leads them to it in their browser, as a program with pages of its own: see README.md.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
import { ProblemError, Rubrica } from '@rubrica/sdk'

const { RUBRICA_URL = 'http://127.0.0.1:8080', RUBRICA_CLIENT_ID, RUBRICA_CLIENT_SECRET } = process.env
const { RETURN_URL = 'http://127.0.0.1:8766/signed' } = process.env
const [source, userId, target] = process.argv.slice(2)
if (!source || !userId || !target || !RUBRICA_CLIENT_ID || !RUBRICA_CLIENT_SECRET) {
  console.error('Usage: signing-link.ts FILE.pdf USER SIGNED.pdf, with RUBRICA_CLIENT_ID and RUBRICA_CLIENT_SECRET set')
  process.exit(1)
}

const rubrica = new Rubrica({ url: RUBRICA_URL, clientId: RUBRICA_CLIENT_ID, clientSecret: RUBRICA_CLIENT_SECRET })

/** The program's own page, to which the person comes back. */
async function openPage(address: URL) {
  let arrive: (came: URL) => void
  const arrival = new Promise<URL>((done) => (arrive = done))
  const server = createServer((request, response) => {
    const came = new URL(request.url ?? '/', address)
    if (came.pathname !== address.pathname) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('Thank you. You can close this page.')
    arrive(came)
  })
  server.listen(Number(address.port), address.hostname)
  await once(server, 'listening')
  return { arrival, close: () => server.close() }
}

const page = await openPage(new URL(RETURN_URL))
try {
  const { documents } = await rubrica.send({ documents: [{ from: source }], signers: [{ userId }] })
  const { guid } = documents[0]!
  const [signer] = (await rubrica.documents.get(guid)).signers
  const link = await rubrica.documents.signingLink(guid, {
    signer: signer!.guid,
    returnUrl: RETURN_URL,
    expiresIn: 900,
  })
  console.log(`Sent to ${userId} as ${guid}. Open this in a browser, once, before ${link.expiresAt}:\n${link.url}`)
  const came = await page.arrival
  console.log(`Back with the event ${came.searchParams.get('event')}.`)
  // Anybody can type an event into an address: what counts is the document.
  const { state } = await rubrica.documents.get(guid)
  if (state !== 'completed') throw new Error(`The document is ${state}.`)
  writeFileSync(target, Buffer.from(await (await rubrica.documents.content(guid)).arrayBuffer()))
  console.log(`Signed: ${target}`)
} catch (error) {
  const code = error instanceof ProblemError ? `${error.code}: ` : ''
  console.error(code + (error as Error).message)
  process.exitCode = 1
} finally {
  page.close()
}
