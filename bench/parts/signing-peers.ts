/** The peers of our signing engine: pyHanko, kept warm in one process, and poppler's pdfsig, started for each file. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { type KeyObject, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installPyhanko, JudgeMissing } from '../../tools/conformance/install-judges.mjs'
import { runTimed } from './timed-program.ts'

export interface PeerKey {
  readonly privateKey: KeyObject
  /** DER. */
  readonly certificate: Uint8Array
  /** DER of the issuer, which the peers trust. */
  readonly issuer: Uint8Array
}

export interface Pyhanko extends Disposable {
  /** Processor milliseconds of one of so many signatures, or validations of all signatures, of the file. */
  readonly measure: (work: 'sign' | 'validate', file: string, times: number) => Promise<number>
}

interface KeyFiles {
  readonly certificate: string
  readonly key: string
  readonly issuer: string
}

/** Writes the key for the peers, as PEM. */
export function writeKeyFiles(folder: string, { privateKey, certificate, issuer }: PeerKey): KeyFiles {
  const files = {
    certificate: join(folder, 'signer.pem'),
    key: join(folder, 'key.pem'),
    issuer: join(folder, 'ca.pem'),
  }
  writeFileSync(files.certificate, new X509Certificate(certificate).toString())
  writeFileSync(files.issuer, new X509Certificate(issuer).toString())
  writeFileSync(files.key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return files
}

/** Null, and said why, when Python or its packages cannot be had. */
export function openPyhanko(files: KeyFiles, say: (line: string) => void): Pyhanko | null {
  const python = findPython(say)
  if (python === null) return null
  const script = join(import.meta.dirname, 'pyhanko_peer.py')
  const child = spawn(python, [script, files.certificate, files.key, files.issuer], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    measure: async (work, file, times) => {
      child.stdin.write(`${JSON.stringify({ do: work, file, times })}\n`)
      const answer = await answers.next()
      if (answer.done) throw new Error(`pyHanko could not ${work} ${file}`)
      return (JSON.parse(answer.value) as { ms: number }).ms
    },
    [Symbol.dispose]: () => void child.stdin.end(),
  }
}

function findPython(say: (line: string) => void): string | null {
  try {
    return installPyhanko(say)
  } catch (error) {
    if (!(error instanceof JudgeMissing)) throw error
    say(`Without pyHanko: ${error.message}`)
    return null
  }
}

export interface Pdfsig {
  /** Signs a file, with a process of its own as always; processor milliseconds. */
  readonly sign: (file: string) => Promise<number>
}

/** Null, and said why, when pdfsig or the tools for its key store are missing. */
export function openPdfsig(folder: string, files: KeyFiles, say: (line: string) => void): Pdfsig | null {
  const missing = ['pdfsig', 'certutil', 'pk12util', 'openssl'].find((name) => spawnSync(name, ['-h']).error)
  if (missing !== undefined) {
    say(`Without pdfsig: there is no ${missing} (Debian: poppler-utils, libnss3-tools, openssl).`)
    return null
  }
  const store = `sql:${folder}`
  const p12 = join(folder, 'key.p12')
  const key = ['-in', files.certificate, '-inkey', files.key, '-certfile', files.issuer, '-name', 'bench']
  execFileSync('openssl', ['pkcs12', '-export', ...key, '-passout', 'pass:bench', '-out', p12])
  execFileSync('certutil', ['-N', '-d', store, '--empty-password'])
  execFileSync('pk12util', ['-i', p12, '-d', store, '-W', 'bench'], { stdio: 'ignore' })
  const options = ['-nssdir', folder, '-add-signature', '-nick', 'bench', '-digest', 'SHA256', '-no-ocsp']
  return {
    sign: async (file) => (await runTimed('pdfsig', [...options, file, join(folder, 'pdfsig.pdf')])).cpuMs,
  }
}
