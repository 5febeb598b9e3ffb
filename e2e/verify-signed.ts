import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { askPdfsig, runCli, type Scene } from '@rubrica/testing'

/** The document has so many signatures, and neither pdfsig nor `rubrica verify` has anything against them. */
export async function expectVerified(scene: Scene, document: { guid: string }, signatures = 1): Promise<void> {
  const signed = await scene.download(document)
  expect((await askPdfsig(signed)).verdicts).toEqual(Array(signatures).fill('Signature is Valid.'))
  const folder = await mkdtemp(join(tmpdir(), 'verified-'))
  try {
    const [file, root] = [join(folder, 'signed.pdf'), join(folder, 'root.cer')]
    await writeFile(file, signed)
    const answer = await fetch(`${scene.portal.sandbox.url}/pki/root.cer`)
    await writeFile(root, new Uint8Array(await answer.arrayBuffer()))
    const { origin } = new URL(scene.portal.sandbox.url)
    const words = ['verify', file, '--trust', root, '--online', '--allow-private', origin]
    const { code, stdout, stderr } = await runCli(words)
    expect(code, stdout + stderr).toBe(0)
  } finally {
    await rm(folder, { recursive: true })
  }
}
