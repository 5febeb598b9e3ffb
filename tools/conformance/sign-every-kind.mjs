/**
 * Makes files of level T with the engine, one for every kind of signature: each scheme with each digest, new and
 * existing fields, certifications, locks, a provider's complete CMS, and five signers with five kinds of key in one
 * file. The sandbox's authority enrols the keys (EST).
 */
import { createPublicKey, generateKeyPairSync, sign as signBytes, X509Certificate } from 'node:crypto'
import { register } from 'tsx/esm/api'

register()
const pki = await import('../../packages/pki/src/index.ts')
const pades = await import('../../packages/pades/src/index.ts')
const { makeFormPdf, makePdf } = await import('../../packages/testing/src/index.ts')

const DIGESTS = ['SHA-256', 'SHA-384', 'SHA-512']
const RSA_SCHEMES = ['RSASSA-PKCS1-v1_5', 'RSASSA-PSS']
const CURVES = ['P-256', 'P-384', 'P-521']
const BOX = { x: 60, y: 80, width: 150, height: 50 }
const LINES = ['Núria Pi i Coll·lel', 'façade, Größe, niño']

/** A new key, and the certificate that the sandbox's authority issues for it. */
async function enrol(sandbox, commonName, { privateKey }) {
  const { est } = await (await fetch(`${sandbox.url}/sandbox.json`)).json()
  const call = async (path, more) => {
    const answer = await fetch(`${sandbox.url}/.well-known/est/${path}`, more)
    if (!answer.ok) throw new Error(`EST ${path} answered ${answer.status}`)
    return pki.readCertificateBundle(Buffer.from(await answer.text(), 'base64'))
  }
  const request = pki.requestCertificate(privateKey, { commonName, serialNumber: 'IDCES-00000000T' })
  const authorization = `Basic ${Buffer.from(`${est.user}:${est.password}`).toString('base64')}`
  const body = Buffer.from(request).toString('base64')
  const headers = { authorization, 'content-type': 'application/pkcs10' }
  const issued = await call('simpleenroll', { method: 'POST', headers, body })
  const own = createPublicKey(privateKey)
  const certificate = issued.find((der) => new X509Certificate(der).publicKey.equals(own))
  return { privateKey, certificate, chain: pki.orderChain(certificate, await call('cacerts')) }
}

async function enrolAll(sandbox) {
  const pairs = [
    ['RSA-2048', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['RSA-3072', generateKeyPairSync('rsa', { modulusLength: 3072 })],
    ...CURVES.map((namedCurve) => [namedCurve, generateKeyPairSync('ec', { namedCurve })]),
  ]
  const people = {}
  for (const [name, pair] of pairs) people[name] = await enrol(sandbox, `Signer ${name}`, pair)
  return people
}

/** Whole file in, whole file out. */
function openSigner(people, timestamp) {
  return async (base, name, more) => {
    const { privateKey, certificate, chain } = people[name]
    const request = { certificate, chain, digestAlgorithm: 'SHA-256', claimedTime: new Date(), ...more }
    return Buffer.concat([base, await pades.signPdf(base, request, privateKey, { timestamp })])
  }
}

const newField = (name, more) => ({ create: { name, page: 1, ...more } })

async function signEachScheme(sign) {
  const files = {}
  for (const digestAlgorithm of DIGESTS) {
    for (const signatureScheme of RSA_SCHEMES) {
      const wish = { digestAlgorithm, signatureScheme, field: newField('Signature') }
      files[`rsa-${signatureScheme}-${digestAlgorithm}`] = await sign(makePdf(), 'RSA-2048', wish)
    }
    for (const curve of CURVES) {
      const wish = { digestAlgorithm, field: newField('Signature') }
      files[`ecdsa-${curve}-${digestAlgorithm}`] = await sign(makePdf(), curve, wish)
    }
  }
  return files
}

/** Fields made before anyone signs, the second and third with what they forbid. */
function withFields(base) {
  const fields = [
    { name: 'Author', page: 1, box: BOX },
    { name: 'First', page: 1, box: { ...BOX, y: 200 }, lock: { action: 'Include', fields: ['First'] } },
    { name: 'Last', page: 1, box: { ...BOX, y: 320 }, lock: { action: 'All', permission: 1 } },
  ]
  return Buffer.concat([base, pades.addSignatureFields(base, fields)])
}

async function signFields(sign) {
  const base = withFields(makePdf())
  const files = {}
  for (const certify of [1, 2, 3]) {
    const wish = { certify, field: newField('Signature', { box: BOX }), stamp: { lines: LINES } }
    files[`certified-${certify}`] = await sign(makeFormPdf(), 'RSA-2048', wish)
  }
  const author = { certify: 2, field: { name: 'Author' }, stamp: { lines: LINES } }
  const certified = await sign(base, 'RSA-2048', author)
  files['certified-then-signed-unseen'] = await sign(certified, 'P-256', { field: newField('Unseen') })
  const first = await sign(certified, 'P-384', { field: { name: 'First' }, stamp: { lines: LINES } })
  files['certified-locked'] = first
  files['certified-locked-closed'] = await sign(first, 'P-521', { field: { name: 'Last' } })
  let file = makePdf()
  for (const [index, name] of ['RSA-2048', 'P-256', 'RSA-3072', 'P-521', 'P-384'].entries()) {
    file = await sign(file, name, { field: newField(`Signature-${index}`) })
  }
  files['five-kinds-of-key'] = file
  return files
}

/** A provider that makes the certificate for this signature and answers with a complete CMS. */
async function signOnDemand({ privateKey, certificate, chain }, timestamp) {
  const base = makePdf()
  const digestAlgorithm = 'SHA-512'
  const request = { chain: [], digestAlgorithm, claimedTime: new Date(), field: newField('Signature') }
  const answer = ({ documentDigest }) => {
    const signedAttributes = pki.buildSignedAttributes({ documentDigest, digestAlgorithm, certificate })
    const signature = signBytes('sha512', signedAttributes, privateKey)
    const algorithms = {
      digestAlgorithm: pki.encodeDigestAlgorithm(digestAlgorithm),
      signatureAlgorithm: pki.encodeSignatureAlgorithm('ECDSA', digestAlgorithm),
    }
    return {
      cms: pki.buildSignedData({
        ...algorithms,
        signedAttributes,
        signature,
        certificate,
        chain,
        unsignedAttributes: [],
      }),
    }
  }
  return Buffer.concat([base, await pades.signPdf(base, request, answer, { timestamp })])
}

/**
 * @param {import('../../packages/testing/src/index.ts').RunningSandbox} sandbox
 * @returns {Promise<{ name: string, pdf: Uint8Array }[]>}
 */
export async function signEveryKind(sandbox) {
  const people = await enrolAll(sandbox)
  const timestamp = pki.requestTimestamp(`${sandbox.url}/pki/tsa`)
  const sign = openSigner(people, timestamp)
  const files = {
    ...(await signEachScheme(sign)),
    ...(await signFields(sign)),
    'complete-cms-on-demand': await signOnDemand(people['P-384'], timestamp),
  }
  return Object.entries(files).map(([name, pdf]) => ({ name, pdf }))
}
