/**
 * Files that applications have a person sign through the API of the Cloud Signature Consortium: by the example
 * application, and by pyHanko's CSCSigner, a client that is not ours, one file alone and five at once.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { register } from 'tsx/esm/api'
import { installPyhanko } from './install-judges.mjs'

register()
const { giveGrant, exchangeCode, makePdf, registerApplication, visitAuthorisation } =
  await import('../../packages/testing/src/index.ts')

const ROOT = join(import.meta.dirname, '..', '..')
const EXAMPLE = join(ROOT, 'examples', 'sign-a-pdf.mjs')

/** Runs a program and answers each line that it writes. Throws with what it said when it fails. */
async function converse([command, ...args], { env, answer, first }) {
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  const complaints = []
  child.stderr.on('data', (chunk) => complaints.push(chunk))
  if (first !== undefined) child.stdin.write(`${first}\n`)
  const ended = once(child, 'close')
  try {
    for await (const line of createInterface(child.stdout)) {
      const said = await answer(line)
      if (said !== undefined) child.stdin.write(`${said}\n`)
    }
    const [code] = await ended
    if (code !== 0) throw new Error(`${command} ${args[0]}: ${Buffer.concat(complaints)}`)
  } finally {
    child.kill()
  }
}

/** The example application, which prints the addresses that its person opens in a browser. */
async function runExample(scene, { application, folder, who, tsa }) {
  const [input, output] = [join(folder, `example-${who}.pdf`), join(folder, `example-${who}.signed.pdf`)]
  writeFileSync(input, makePdf())
  const env = {
    RUBRICA_URL: scene.portal.url,
    CLIENT_ID: application.id,
    CLIENT_SECRET: application.secret,
    REDIRECT_URI: application.redirectUri,
    TSA_URL: tsa,
  }
  await converse([process.execPath, EXAMPLE, input, output], {
    env,
    answer: async (line) => {
      const address = /^Open (\S+)$/.exec(line)?.[1]
      if (address !== undefined) await fetch(await visitAuthorisation(scene, who, address))
      return line.startsWith('1  ') ? '1' : undefined
    },
  })
  return { name: `csc-example-${who}`, pdf: readFileSync(output) }
}

/** pyHanko signs as many files at once; the person authorises their hashes on the page. */
async function runPyhanko(scene, { application, folder, who, tsa, count, python }) {
  const allow = async (asked) => {
    const { code } = await giveGrant(scene, who, { application, ...asked })
    return (await exchangeCode(scene, application, { code })).body.access_token
  }
  const names = Array.from({ length: count }, (_, index) => join(folder, `pyhanko-${who}-${count}-${index + 1}.pdf`))
  for (const [index, name] of names.entries()) writeFileSync(name, makePdf({ text: `File ${index + 1}` }))
  const { certificateId } = scene.people[who]
  const script = join(import.meta.dirname, 'sign_over_csc.py')
  await converse([python, script, scene.portal.url, tsa, certificateId, ...names], {
    first: await allow({ request: { scope: 'service' } }),
    answer: (line) => allow({ hashes: JSON.parse(line).map((hash) => Buffer.from(hash, 'base64')) }),
  })
  return names.map((name, index) => ({
    name: `csc-pyhanko-${who}-${index + 1}-of-${count}`,
    pdf: readFileSync(name.replace(/pdf$/, 'signed.pdf')),
  }))
}

/** A port for the example to listen on. */
const PORT = 40_000 + (process.pid % 20_000)

/** @returns {Promise<{ name: string, pdf: Uint8Array }[]>} files of level T */
export async function signOverCsc(scene) {
  const folder = mkdtempSync(join(tmpdir(), 'csc-'))
  const python = installPyhanko((message) => process.stderr.write(`${message}\n`))
  try {
    const redirectUris = [`http://127.0.0.1:${PORT}/done`]
    const application = await registerApplication(scene.portal, { id: 'conformance', redirectUris })
    const common = { application, folder, tsa: `${scene.portal.sandbox.url}/pki/tsa`, python }
    return [
      await runExample(scene, { ...common, who: 'ana' }),
      await runExample(scene, { ...common, who: 'biel' }),
      ...(await runPyhanko(scene, { ...common, who: 'ana', count: 1 })),
      ...(await runPyhanko(scene, { ...common, who: 'biel', count: 5 })),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
