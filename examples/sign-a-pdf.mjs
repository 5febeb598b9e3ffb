// Has a person sign a PDF with the certificate that Rúbrica keeps for them, by nothing but the CSC API: see README.md.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline/promises'
import { register } from 'tsx/esm/api'

register()
const { requestTimestamp } = await import('../packages/pki/src/index.ts')
const { prepareSignature, resumeSignature, signedAttributesDigest } = await import('../packages/pades/src/index.ts')

const { RUBRICA_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, TSA_URL } = process.env
const [input, output] = process.argv.slice(2)

async function post(path, body, authorization) {
  const answer = await fetch(`${RUBRICA_URL}/csc/v1/${path}`, {
    method: 'POST',
    body: body instanceof URLSearchParams ? body : JSON.stringify(body),
    headers: { authorization, ...(!(body instanceof URLSearchParams) && { 'content-type': 'application/json' }) },
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Sends the person to the authorisation page, waits for them to come back, and exchanges their code. */
async function askPerson(request) {
  const [state, verifier] = [randomBytes(16).toString('hex'), randomBytes(32).toString('base64url')]
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const fields = { response_type: 'code', client_id: CLIENT_ID, redirect_uri: REDIRECT_URI, state, ...request }
  const query = new URLSearchParams({ ...fields, code_challenge, code_challenge_method: 'S256' })
  const server = createServer().listen(new URL(REDIRECT_URI).port, '127.0.0.1')
  console.log(`Open ${RUBRICA_URL}/csc/v1/oauth2/authorize?${query}`)
  const [{ url }, response] = await once(server, 'request')
  response.setHeader('connection', 'close').end('You may close this page.')
  server.close()
  const answer = new URL(url, REDIRECT_URI).searchParams
  if (answer.get('state') !== state || !answer.has('code')) throw new Error(`The person has not agreed: ${url}`)
  const grant = { grant_type: 'authorization_code', code: answer.get('code'), redirect_uri: REDIRECT_URI }
  const basic = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`
  return (await post('oauth2/token', new URLSearchParams({ ...grant, code_verifier: verifier }), basic)).access_token
}

/** Which of several the person at the terminal wants: its index. */
async function choose(names) {
  if (names.length === 0) throw new Error('This person has no certificate to sign with.')
  if (names.length === 1) return 0
  names.forEach((name, index) => console.log(`${index + 1}  ${name}`))
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  console.log('Sign with which?')
  const number = Number(await terminal.question(''))
  terminal.close()
  if (!names[number - 1]) throw new Error(`There is no certificate ${number}.`)
  return number - 1
}

const bearer = `Bearer ${await askPerson({ scope: 'service' })}`
const { credentialIDs } = await post('credentials/list', {}, bearer)
const infos = await Promise.all(
  credentialIDs.map((credentialID) =>
    post('credentials/info', { credentialID, certificates: 'chain', certInfo: true }, bearer),
  ),
)
const which = await choose(infos.map(({ cert }) => `${cert.subjectDN}, issued by ${cert.issuerDN}`))
const { cert, key } = infos[which]
const credentialID = credentialIDs[which]
const [certificate, ...chain] = cert.certificates.map((one) => new Uint8Array(Buffer.from(one, 'base64')))

const base = new Uint8Array(readFileSync(input))
const field = { create: { name: 'Signature', page: 1, box: { x: 60, y: 80, width: 220, height: 70 } } }
const look = { field, claimedTime: new Date(), stamp: { lines: ['Signed through an application'] } }
const prepared = prepareSignature(base, { certificate, chain, digestAlgorithm: 'SHA-256', ...look })
const digest = Buffer.from(signedAttributesDigest(prepared))

const wish = { scope: 'credential', credentialID, numSignatures: '1', hash: digest.toString('base64url') }
const SAD = await askPerson({ ...wish, hashAlgo: '2.16.840.1.101.3.4.2.1', description: input })
const signAlgo = key.curve ? '1.2.840.10045.4.3.2' : '1.2.840.113549.1.1.11'
const order = { credentialID, SAD, hash: [digest.toString('base64')], hashAlgo: '2.16.840.1.101.3.4.2.1', signAlgo }
const [signature] = (await post('signatures/signHash', order, bearer)).signatures

const timestamp = TSA_URL && requestTimestamp(TSA_URL)
const tail = await resumeSignature(base, prepared, { signature: Buffer.from(signature, 'base64') }, { timestamp })
writeFileSync(output, Buffer.concat([base, tail]))
console.log(`Signed ${output}`)
