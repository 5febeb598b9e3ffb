/** A certificate, OCSP, CRL and timestamp authority of somebody else: certomancer, with keys of its own. */
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeTemporaryDirectory } from '@rubrica/testing'
import { installPython } from '../install-strangers.mjs'
import { freePort, startStranger } from './stranger.ts'

const PYTHON = join(import.meta.dirname, 'python')
const RSA = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048']
const EC = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']
const KEYS = { root: RSA, issuer: RSA, ocsp: RSA, tsa: RSA, ana: EC, revoked: RSA }

/** The password of its key files. */
export const FILE_PASSWORD = 'Interop-Key-7'

export interface Authority extends AsyncDisposable {
  /** Origin of all that it serves. */
  readonly url: string
  /** Files with the certificates of the root and of the issuer below it, PEM. */
  readonly root: string
  readonly issuer: string
  /** Its configuration, for other programs that stand on certomancer. */
  readonly configuration: string
  /** Address of a timestamp authority whose tokens carry its own certificate alone, or its issuer's as well. */
  readonly tsa: (kind: 'alone' | 'with-issuer') => string
  /** Path of a key file with the chain. */
  keyFile(person: 'ana' | 'revoked'): string
}

export const CERTOMANCER = join(PYTHON, 'certomancer.txt')

/** @returns the Python that has certomancer and its CSC service */
export const installCertomancer = (report: (message: string) => void): string =>
  installPython({ folder: 'interop/certomancer', requirements: CERTOMANCER, name: 'certomancer', report })

/** Starts one that knows Ana by the number of her identity document. */
export async function startAuthority(python: string, legalId: string): Promise<Authority> {
  const folder = await makeTemporaryDirectory()
  const url = `http://127.0.0.1:${await freePort()}`
  const configuration = join(folder.path, 'certomancer.yml')
  const template = await readFile(join(PYTHON, 'authority.yml'), 'utf8')
  await writeFile(configuration, template.replaceAll('ADDRESS', url).replaceAll('LEGALID', legalId))
  await mkdir(join(folder.path, 'keys'))
  for (const [name, kind] of Object.entries(KEYS)) {
    execFileSync('openssl', ['genpkey', ...kind, '-out', join(folder.path, 'keys', `${name}.pem`)], { stdio: 'pipe' })
  }
  const command = [join(dirname(python), 'certomancer'), '--config', configuration]
  const summon = (label: string, file: string, ...options: string[]): string => {
    const path = join(folder.path, file)
    execFileSync(command[0]!, [...command.slice(1), 'summon', 'interop', label, path, ...options], { stdio: 'pipe' })
    return path
  }
  const server = startStranger([...command, 'animate', '--port', new URL(url).port])
  await server.untilServes(`${url}/interop/certs/root/ca.crt`)
  return {
    url,
    configuration,
    root: summon('root', 'root.pem'),
    issuer: summon('issuer', 'issuer.pem'),
    tsa: (kind) => `${url}/interop/tsa/${kind}`,
    keyFile: (person) => summon(person, `${person}.p12`, '--as-pfx', '--pfx-pass', FILE_PASSWORD),
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}
