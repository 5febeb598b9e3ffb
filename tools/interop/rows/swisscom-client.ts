/**
 * A client of Swisscom's service that is not ours signs at our stand-in, so that the stand-in is not made after our own
 * connector. Swisscom's own clients are no packages of a registry; this one, by Camptocamp, is.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makePdf, makeTemporaryDirectory, runCli, startSandbox } from '@rubrica/testing'
import { sandboxEnvironment } from '../../sandbox-environment.mjs'
import { installPython } from '../../install-strangers.mjs'
import { versionIn, type Row } from '../row.ts'

const PYTHON = join(import.meta.dirname, '../python')
const REQUIREMENTS = join(PYTHON, 'ais_client.txt')

async function attempt(python: string): Promise<string> {
  await using folder = await makeTemporaryDirectory()
  await using sandbox = await startSandbox()
  const { SWISSCOM_URL = '', SWISSCOM_CLAIMED_IDENTITY = '' } = await sandboxEnvironment(sandbox.url, folder.path)
  const [customer = ''] = SWISSCOM_CLAIMED_IDENTITY.split(':')
  const files = ['one', 'two', 'three'].map((name) => join(folder.path, `${name}.pdf`))
  for (const file of files) writeFileSync(file, makePdf({ text: file }))
  const script = [join(PYTHON, 'ais_client.py'), SWISSCOM_URL, customer, 'static-sandbox', ...files]
  await promisify(execFile)(python, script, { cwd: folder.path })
  const trust = ['--trust', join(folder.path, 'sandbox-root.cer'), '--online']
  for (const file of files.map((name) => name.replace(/pdf$/, 'signed.pdf'))) {
    const net = ['--allow-private', new URL(sandbox.url).origin]
    const { code, stdout, stderr } = await runCli(['verify', file, ...trust, ...net])
    if (code !== 0) throw new Error(`rubrica verify ended with ${code}: ${stdout}${stderr}`)
  }
  return 'it signs a file alone and two with one request at our stand-in, with a static key; we find all valid'
}

export const swisscomClientRow: Row = {
  name: 'ais-client',
  install: (report) => {
    const wish = { folder: 'interop/ais-client', requirements: REQUIREMENTS, name: 'AIS2.py', report }
    const python = installPython(wish)
    return { version: versionIn(readFileSync(REQUIREMENTS, 'utf8'), 'AIS2.py'), attempt: () => attempt(python) }
  },
}
