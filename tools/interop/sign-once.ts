import { trySigning, verifyDocument, type Scene } from '@rubrica/testing'

/** Sends a document, has a demo person sign it with the vault's key, and has `rubrica verify` judge it. */
export async function signOnce(scene: Scene): Promise<void> {
  const document = await scene.send({ signers: ['ana'] })
  const status = await trySigning(scene.people.ana, document.signers[0]!.guid)
  if (status !== 204) throw new Error(`signing answered ${status}`)
  const { code, trust, signatures } = await verifyDocument(scene, document)
  if (code !== 0 || signatures.length !== 1) throw new Error(`not valid: ${trust}, ${JSON.stringify(signatures)}`)
}
