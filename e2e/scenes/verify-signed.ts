import { expect } from '@playwright/test'
import { askPdfsig, verifyDocument, type Scene } from '@rubrica/testing'

/** The document has so many signatures, and neither pdfsig nor `rubrica verify` has anything against them. */
export async function expectVerified(scene: Scene, document: { guid: string }, signatures = 1): Promise<void> {
  const { verdicts } = await askPdfsig(await scene.download(document))
  expect(verdicts).toEqual(Array(signatures).fill('Signature is Valid.'))
  const report = await verifyDocument(scene, document)
  expect(report.code, JSON.stringify(report)).toBe(0)
}
