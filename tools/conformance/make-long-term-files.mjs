/**
 * Makes files of level LT and LTA with the engine and the command line, from the sandbox's people and services: by one
 * signer and by three with keys of different kinds, certified, without a timestamp of their own, signed again after
 * they were archived, and renewed. Every file of level T is brought to LTA, too.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { openPerson, PIN } from './open-person.mjs'

register()
const pki = await import('../../packages/pki/src/index.ts')
const pades = await import('../../packages/pades/src/index.ts')
const { makeFormPdf, makePdf, runCli } = await import('../../packages/testing/src/index.ts')

/**
 * To EU DSS the field of a document timestamp is one that a lock on all fields forbids. ISO 32000-2 table 257
 * says of such updates that they are no changes, and pyHanko's strict policy agrees.
 */
const DISPUTED = ['certified-locked-closed']

/** What signs and archives; each takes whole files and gives whole files. */
function openTools(sandbox, root) {
  const anchors = [readFileSync(root)]
  const fetcher = pki.createGuardedFetcher({ allowedPrivateOrigins: [sandbox.url] })
  const timestamp = pki.requestTimestamp(`${sandbox.url}/pki/tsa`, { trustAnchors: anchors })
  const sign = async (base, { privateKey, ...who }, { stamped = true, ...more } = {}) => {
    const field = { create: { name: `Signature-${base.length}`, page: 1 } }
    const request = { ...who, digestAlgorithm: 'SHA-256', field, claimedTime: new Date(), ...more }
    const prepared = pades.prepareSignature(base, request)
    const answer = { signature: pki.signWithKey(privateKey, prepared) }
    return Buffer.concat([base, await pades.resumeSignature(base, prepared, answer, stamped ? { timestamp } : {})])
  }
  const raise = async (base, level) =>
    Buffer.concat([base, await pades.augment(base, { level, anchors, fetcher, timestamp })])
  return { sign, raise }
}

/** Signed and archived by the command line. */
async function signByCommand(sandbox, root, { level, keyType, pdf }) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-cli-'))
  try {
    const [input, key, output] = ['in.pdf', 'key.p12', 'out.pdf'].map((name) => join(folder, name))
    writeFileSync(input, pdf)
    writeFileSync(key, await sandbox.makePerson({ commonName: 'Command line', keyType, pin: PIN }))
    const place = ['--level', level, '--tsa', `${sandbox.url}/pki/tsa`, '--trust', root, '--allow-private', sandbox.url]
    const args = ['sign', input, '--p12', key, '--out', output, ...place]
    const { code, stderr } = await runCli(args, { RUBRICA_PIN: PIN })
    if (code !== 0) throw new Error(`rubrica sign --level ${level}: ${stderr}`)
    return readFileSync(output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {import('../../packages/testing/src/index.ts').RunningSandbox} sandbox
 * @param {string} root file with the root certificate to trust
 * @param {{ name: string, pdf: Uint8Array }[]} stamped files of level T
 * @returns {Promise<{ level: string, made: { name: string, pdf: Uint8Array }[] }[]>}
 */
export async function makeLongTermFiles(sandbox, root, stamped) {
  const { sign, raise } = openTools(sandbox, root)
  const ana = await openPerson(sandbox, { commonName: 'Ana', keyType: 'rsa' })
  const biel = await openPerson(sandbox, { commonName: 'Biel', keyType: 'ec' })
  const carla = await openPerson(sandbox, { commonName: 'Carla', keyType: 'rsa' })
  const [pdf, form] = [makePdf(), makeFormPdf()]
  const [rsa, ec] = [await sign(pdf, ana), await sign(form, biel)]
  const pss = await sign(pdf, ana, { signatureScheme: 'RSASSA-PSS', digestAlgorithm: 'SHA-512' })
  const bare = await sign(pdf, carla, { stamped: false })
  const three = await raise(await sign(await sign(rsa, biel), carla), 'LTA')
  const renewed = await raise(three, 'LTA')
  const lt = {
    'rsa-lt': await raise(rsa, 'LT'),
    'ec-lt': await raise(ec, 'LT'),
    'bare-lt': await raise(bare, 'LT'),
    'command-line-lt': await signByCommand(sandbox, root, { level: 'LT', keyType: 'ec', pdf }),
  }
  const lta = {
    'rsa-lta': await raise(rsa, 'LTA'),
    'rsa-lta-by-lt': await raise(lt['rsa-lt'], 'LTA'),
    'ec-lta': await raise(ec, 'LTA'),
    'rsa-pss-sha512-lta': await raise(pss, 'LTA'),
    'bare-lta': await raise(bare, 'LTA'),
    'command-line-lta': await signByCommand(sandbox, root, { level: 'LTA', keyType: 'rsa', pdf: form }),
    'certified-no-changes-lta': await raise(await raise(await sign(pdf, ana, { certify: 1 }), 'LTA'), 'LTA'),
    'three-mixed-lta': three,
    'three-mixed-lta-renewed': renewed,
    'three-mixed-lta-renewed-twice': await raise(renewed, 'LTA'),
    'archived-signed-archived': await raise(await sign(three, biel), 'LTA'),
  }
  for (const { name, pdf: bytes } of stamped.filter((one) => !DISPUTED.includes(one.name))) {
    lta[`${name}-lta`] = await raise(bytes, 'LTA')
  }
  const listed = (files) => Object.entries(files).map(([name, bytes]) => ({ name, pdf: bytes }))
  return [
    { level: 'PAdES-BASELINE-LT', made: listed(lt) },
    { level: 'PAdES-BASELINE-LTA', made: listed(lta) },
  ]
}
