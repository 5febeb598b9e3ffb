/**
 * Makes files that are not as they should be: altered ones, and ones signed by certificates that are worth nothing. Our
 * validation report has to say of each what EU DSS says, or differ as is listed here.
 */
import { register } from 'tsx/esm/api'
import { openPerson } from './open-person.mjs'

register()
const pki = await import('../../packages/pki/src/index.ts')
const pades = await import('../../packages/pades/src/index.ts')
const { appendRevision, streamOf } = await import('../../packages/pdf/testing/index.ts')
const { makePdf, startSandbox } = await import('../../packages/testing/src/index.ts')

const PROFILES = ['expired', 'not-yet-valid', 'revoked', 'ca', 'no-signing']

/** EU DSS wants revocation data first, which nobody issues for a certificate beyond its dates. */
const REVOCATION_FIRST = 'INDETERMINATE CERTIFICATE_CHAIN_GENERAL_FAILURE'
const OUT_OF_BOUNDS = { ours: 'INDETERMINATE OUT_OF_BOUNDS_NO_POE', theirs: REVOCATION_FIRST }
/** A key usage without digitalSignature and nonRepudiation is no matter to EU DSS's default policy. */
const KEY_USAGE = { ours: 'INDETERMINATE CHAIN_CONSTRAINTS_FAILURE', theirs: 'TOTAL_PASSED' }

/** Where the reports differ, and why that is right. */
const DIFFERENCES = {
  'certificate-expired': OUT_OF_BOUNDS,
  'certificate-expired-unstamped': OUT_OF_BOUNDS,
  'certificate-not-yet-valid-unstamped': OUT_OF_BOUNDS,
  // The timestamp proves that it was too early (EN 319 102-1 clause 5.5.4).
  'certificate-not-yet-valid': { ours: 'TOTAL_FAILED NOT_YET_VALID', theirs: REVOCATION_FIRST },
  'certificate-no-signing': KEY_USAGE,
  'certificate-no-signing-unstamped': KEY_USAGE,
  // EU DSS passes what a later revision paints over a page; ISO 32000-2 clause 12.8.2.2 has rules for it.
  'page-rewritten': { ours: 'INDETERMINATE SIG_CONSTRAINTS_FAILURE', theirs: 'TOTAL_PASSED' },
}

async function signBy({ privateKey, ...who }, authority) {
  const base = makePdf({ text: 'Ten euros' })
  const field = { create: { name: 'Signature', page: 1 } }
  const request = { ...who, digestAlgorithm: 'SHA-256', claimedTime: new Date(), field }
  const options = authority ? { timestamp: pki.requestTimestamp(`${authority.url}/pki/tsa`) } : {}
  return Buffer.concat([base, await pades.signPdf(base, request, privateKey, options)])
}

/** One octet of the text on the page. */
function alterPage(pdf) {
  const altered = Buffer.from(pdf)
  altered[altered.indexOf('Ten euros')]++
  return altered
}

/** An update that writes another text over the page, and that nobody signs. */
function rewritePage(pdf) {
  const text = pdf.toString('latin1')
  const object = [...text.slice(0, text.indexOf('Ten euros')).matchAll(/(\d+) 0 obj/g)].at(-1)[1]
  return appendRevision(pdf, { [object]: streamOf('BT /F1 24 Tf 72 700 Td (Ninety euros) Tj ET') })
}

/** One hexadecimal digit of the signature's value, which stands before its timestamp. */
function alterValue(pdf, value) {
  const altered = Buffer.from(pdf)
  const at = altered.indexOf(Buffer.from(value).toString('hex'))
  altered[at] = altered[at] === 0x30 ? 0x31 : 0x30
  return altered
}

async function makeWorthless(sandbox, stranger) {
  const ana = await openPerson(sandbox, { commonName: 'Ana' })
  const good = await signBy(ana, sandbox)
  const [{ octets }] = pades.validate(good, { trustAnchors: [] }).signatures
  return {
    'altered-page': alterPage(good),
    'altered-value': alterValue(good, octets.value),
    'page-rewritten': rewritePage(good),
    'cut-short': good.subarray(0, good.length - 400),
    'signed-by-stranger': await signBy(await openPerson(stranger, { commonName: 'Ana' }), sandbox),
    'stamped-by-stranger': await signBy(ana, stranger),
  }
}

/**
 * @param {import('../../packages/testing/src/index.ts').RunningSandbox} sandbox its certificates are trusted
 * @returns {Promise<{ name: string, pdf: Uint8Array, difference?: { ours: string, theirs: string } }[]>}
 */
export async function spoilFiles(sandbox) {
  const stranger = await startSandbox({ isStranger: true })
  try {
    const files = await makeWorthless(sandbox, stranger)
    for (const profile of PROFILES) {
      const person = await openPerson(sandbox, { commonName: 'Ana', profile })
      files[`certificate-${profile}`] = await signBy(person, sandbox)
      files[`certificate-${profile}-unstamped`] = await signBy(person)
    }
    return Object.entries(files).map(([name, pdf]) => ({ name: `spoilt-${name}`, pdf, difference: DIFFERENCES[name] }))
  } finally {
    await stranger[Symbol.asyncDispose]()
  }
}
