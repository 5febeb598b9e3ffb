import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { JudgeMissing } from './install-judges.mjs'

/**
 * Signatures of a PDF file: the bytes that each one covers, and its CMS. Document time-stamps are left out.
 *
 * @param {Buffer} pdf
 * @returns {{ signed: Buffer, cms: Buffer }[]}
 */
export const findSignatures = (pdf) => findContents(pdf, false)

/** Document time-stamps of a PDF file in the same form; the CMS is the token. */
export const findTimestamps = (pdf) => findContents(pdf, true)

function findContents(pdf, wantsTimestamps) {
  const text = pdf.toString('latin1')
  const found = []
  for (const match of text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)) {
    const [start, length, next, rest] = match.slice(1).map(Number)
    const isHole = start === 0 && pdf[length] === 0x3c && pdf[next - 1] === 0x3e && next + rest <= pdf.length
    if (!isHole || isDocumentTimestamp(text, match.index) !== wantsTimestamps) continue
    const cms = Buffer.from(text.slice(length + 1, next - 1), 'hex')
    const signed = Buffer.concat([pdf.subarray(0, length), pdf.subarray(next, next + rest)])
    found.push({ signed, cms: cms.subarray(0, derLength(cms)) })
  }
  return found
}

/** Looks around the /ByteRange for the kind of its dictionary, no further than the object's ends. */
function isDocumentTimestamp(text, at) {
  const object = text.slice(text.lastIndexOf(' obj', at), text.indexOf('endobj', at))
  return /\/SubFilter\s*\/ETSI\.RFC3161/.test(object)
}

function derLength(der) {
  const first = der[1] ?? 0
  if (first < 0x80) return 2 + first
  return 2 + (first & 0x7f) + der.readUIntBE(2, first & 0x7f)
}

/** What `openssl cms -verify -cades` says of each signature, in their order in the file. */
export function askOpenssl(file, { folder, anchors }) {
  return findSignatures(readFileSync(file)).map(({ signed, cms }) => {
    const [content, signature] = [join(folder, 'content'), join(folder, 'signature.der')]
    writeFileSync(content, signed)
    writeFileSync(signature, cms)
    const options = ['-cades', '-binary', '-inform', 'DER', '-in', signature, '-content', content, '-CAfile', anchors]
    const { status, stderr } = call('openssl', ['cms', '-verify', ...options, '-out', '/dev/null'])
    return status === 0 ? { ok: true } : { ok: false, says: lastLine(stderr) }
  })
}

/** What `openssl ts -verify` says of each document time-stamp, in their order in the file. */
export function askOpensslTs(file, { folder, anchors }) {
  return findTimestamps(readFileSync(file)).map(({ signed, cms }) => {
    const [content, token] = [join(folder, 'content'), join(folder, 'token.der')]
    writeFileSync(content, signed)
    writeFileSync(token, cms)
    const options = ['-data', content, '-in', token, '-token_in', '-CAfile', anchors]
    const { status, stderr } = call('openssl', ['ts', '-verify', ...options])
    return status === 0 ? { ok: true } : { ok: false, says: `time-stamp: ${lastLine(stderr)}` }
  })
}

/** What poppler's pdfsig says of each signature; trust is not asked, since it has its own list of anchors. */
export const askPdfsig = (file) => readPdfsig(call('pdfsig', ['-nocert', file]).stdout)

/**
 * Reads pdfsig's words. Document time-stamps, whose type it does not know, are left out, since it cannot check them,
 * and so are fields that nobody has signed.
 */
export function readPdfsig(output) {
  const signatures = output.split(/^Signature #/m).slice(1)
  return signatures
    .filter((words) => !/Signature Type: (ETSI\.RFC3161|unknown)$|form field is not signed/m.test(words))
    .map((words) => /Signature Validation: (.*)/.exec(words)?.[1]?.trim() ?? 'no verdict')
    .map((says) => ({ ok: says === 'Signature is Valid.', says }))
}

/** Whether qpdf finds the file's structure clean. */
export function askQpdf(file) {
  const { status, stdout, stderr } = call('qpdf', ['--check', file])
  return status === 0 ? { ok: true } : { ok: false, says: lastLine(`${stdout}${stderr}`) }
}

const PACKAGES = { openssl: 'openssl', pdfsig: 'poppler-utils', qpdf: 'qpdf' }

function call(command, args) {
  const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 1 << 28 }
  const result = spawnSync(command, args, options)
  if (result.error) throw new JudgeMissing(`There is no ${command}: install ${PACKAGES[command]}.`)
  return result
}

const lastLine = (text) => text.trim().split('\n').at(-1) ?? ''
