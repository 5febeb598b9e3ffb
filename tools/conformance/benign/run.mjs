#!/usr/bin/env node
/**
 * Shows our own validator honest files of every make that it must let pass without a word: signed by the engine, by
 * LibPDF, pyHanko and EU DSS, over PDFs of our own and of LibreOffice. `npm run conformance:benign`
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { buildStale } from '../../build.mjs'
import { installJudges, JudgeMissing } from '../install-judges.mjs'
import { makeLongTermFiles } from '../make-long-term-files.mjs'
import { signEveryKind } from '../sign-every-kind.mjs'
import { hasOffice, makeOfficeFiles } from './make-office-files.mjs'
import { signWithLibpdf } from './sign-with-libpdf.mjs'

register()
const pki = await import('../../../packages/pki/src/index.ts')
const pades = await import('../../../packages/pades/src/index.ts')
const { makeFormPdf, makePdf, startSandbox } = await import('../../../packages/testing/src/index.ts')

const PIN = 'conformance'
const FEWEST = 60
const SHARE = 0.98
const PEOPLE = { ana: 'rsa', biel: 'ec' }

const say = (message) => process.stderr.write(`${message}\n`)

function run(command, args, what) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error || status !== 0) throw new JudgeMissing(`${what}: ${error ?? `${stdout}${stderr}`.trim().slice(-2000)}`)
}

/** Everything that the signers of other makes start from. */
async function prepareSources(folder, sandbox) {
  const save = (name, bytes) => writeFileSync(join(folder, name), bytes)
  save('plain.pdf', makePdf({ pages: 3 }))
  save('form.pdf', makeFormPdf())
  const [plain, streams, linearized] = ['plain', 'streams', 'linearized'].map((name) => join(folder, `${name}.pdf`))
  execFileSync('qpdf', ['--object-streams=generate', plain, streams])
  execFileSync('qpdf', ['--object-streams=disable', '--linearize', plain, linearized])
  for (const [name, keyType] of Object.entries(PEOPLE)) {
    save(`${name}.p12`, await sandbox.makePerson({ commonName: name, keyType, pin: PIN }))
  }
  save('root.cer', Buffer.from(await (await fetch(`${sandbox.url}/pki/root.cer`)).arrayBuffer()))
  save('settings.json', JSON.stringify({ pin: PIN, tsa: `${sandbox.url}/pki/tsa` }))
  if (hasOffice()) makeOfficeFiles(folder)
  else say('LibreOffice is not here (libreoffice-writer): its files are left out.')
}

/** Signs the files of LibreOffice with the engine: two people, then archived. */
async function signOfficeFiles({ source, target, sandbox }) {
  const anchors = [readFileSync(join(source, 'root.cer'))]
  const timestamp = pki.requestTimestamp(`${sandbox.url}/pki/tsa`, { trustAnchors: anchors })
  const fetcher = pki.createGuardedFetcher({ allowedPrivateOrigins: [sandbox.url] })
  const { createPrivateKey } = await import('node:crypto')
  for (const name of readdirSync(source).filter((file) => file.startsWith('office-'))) {
    let file = readFileSync(join(source, name))
    for (const who of Object.keys(PEOPLE)) {
      const { keys } = await pki.openP12(readFileSync(join(source, `${who}.p12`)), PIN)
      const [{ certificate, chain, privateKeyPkcs8 }] = keys
      const key = createPrivateKey({ key: privateKeyPkcs8, format: 'der', type: 'pkcs8' })
      const field = { create: { name: who, page: 1, box: { x: 60, y: 80, width: 200, height: 60 } } }
      const request = { certificate, chain, digestAlgorithm: 'SHA-256', claimedTime: new Date(), field }
      const stamp = { lines: [who, 'Conforme'] }
      const tail = await pades.signPdf(file, { ...request, stamp }, key, { timestamp })
      file = Buffer.concat([file, tail])
    }
    writeFileSync(join(target, `engine-${name}`), file)
    const tail = await pades.augment(file, { level: 'LTA', anchors, fetcher, timestamp })
    writeFileSync(join(target, `engine-lta-${name}`), Buffer.concat([file, tail]))
  }
}

async function makeFiles({ source, target, sandbox }) {
  const judges = installJudges(say)
  await prepareSources(source, sandbox)
  say('Signing with the engine …')
  const made = await signEveryKind(sandbox)
  for (const { made: more } of await makeLongTermFiles(sandbox, join(source, 'root.cer'), made)) made.push(...more)
  for (const { name, pdf } of made) writeFileSync(join(target, `engine-${name}.pdf`), pdf)
  await signOfficeFiles({ source, target, sandbox })
  say('Signing with LibPDF …')
  await signWithLibpdf({ source, target, pin: PIN, tsa: `${sandbox.url}/pki/tsa` })
  say('Signing with pyHanko …')
  run(judges.pyhanko[0], [join(import.meta.dirname, 'sign_with_pyhanko.py'), source, target], 'pyHanko')
  say('Signing with EU DSS …')
  const [java, ...classPath] = judges.dss.slice(0, -1)
  run(java, [...classPath, 'conformance.SignPdf', source, target, PIN, `${sandbox.url}/pki/tsa`], 'EU DSS')
}

/** What our validator says of a file beyond "intact". */
function findNoise(file, trustAnchors) {
  const { integrity, signatures, warnings } = pades.validate(new Uint8Array(readFileSync(file)), { trustAnchors })
  if (integrity === 'intact' && warnings.length === 0 && signatures.length > 0) return null
  const changes = signatures.flatMap((one) => one.changes.filter(({ justifiedBy }) => justifiedBy === null))
  const told = changes.map(({ what, object, page }) => `${what} of ${object ?? '-'} on page ${page ?? '-'}`)
  const faults = signatures.flatMap((one) => one.faults)
  return [integrity, ...warnings, ...new Set([...faults, ...told])].join(', ')
}

async function main() {
  await buildStale({ say })
  const folder = mkdtempSync(join(tmpdir(), 'benign-'))
  const [source, target] = ['source', 'signed'].map((name) => join(folder, name))
  for (const each of [source, target]) mkdirSync(each)
  const sandbox = await startSandbox()
  try {
    await makeFiles({ source, target, sandbox })
    const anchors = [readFileSync(join(source, 'root.cer'))]
    const files = readdirSync(target).sort()
    const noisy = files.flatMap((name) => {
      const noise = findNoise(join(target, name), anchors)
      return noise === null ? [] : [`${name}: ${noise}`]
    })
    for (const line of noisy) console.log(line)
    const quiet = files.length - noisy.length
    console.log(
      `${quiet} of ${files.length} honest files pass without a word (${((100 * quiet) / files.length).toFixed(1)} %).`,
    )
    process.exitCode = files.length >= FEWEST && quiet >= SHARE * files.length ? 0 : 1
  } finally {
    await sandbox[Symbol.asyncDispose]()
    if (process.env['KEEP_FILES'] === undefined) rmSync(folder, { recursive: true })
    else say(`The files are in ${folder}.`)
  }
}

main().catch((error) => {
  console.error(error instanceof JudgeMissing ? error.message : error)
  process.exitCode = 2
})
