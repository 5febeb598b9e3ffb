import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scene } from './open-scene.ts'
import { runCli } from './run-cli.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

interface Verified {
  /** 0: every signature is valid and the document intact. */
  readonly code: number
  readonly integrity: string
  readonly trust: string
  readonly signatures: readonly { readonly indication: string }[]
}

/**
 * What `rubrica verify` says of a document to somebody who trusts the root of the sandbox.
 * @param options asksNobody: the document has all the evidence in itself; else the sandbox's authorities are asked
 * @throws {Error} when it says nothing of the document
 */
export async function verifyDocument(
  scene: Scene,
  document: { guid: string },
  { asksNobody = false } = {},
): Promise<Verified> {
  await using folder = await makeTemporaryDirectory()
  const file = join(folder.path, 'signed.pdf')
  await writeFile(file, await scene.download(document))
  const { url, dataDir } = scene.portal.sandbox
  const online = asksNobody ? [] : ['--online', '--allow-private', new URL(url).origin]
  const trust = ['--trust', join(dataDir, 'sandbox-root.cer')]
  const { code, stdout, stderr } = await runCli(['verify', file, ...trust, ...online, '--json'])
  if (code > 1) throw new Error(`rubrica verify ended with ${code}: ${stderr}`)
  return { ...(JSON.parse(stdout) as Omit<Verified, 'code'>), code }
}
