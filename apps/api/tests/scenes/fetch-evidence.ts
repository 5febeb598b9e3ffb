import type { Scene } from '@rubrica/testing'

/** The evidence of a document as the program that sent it gets it. */
export async function fetchEvidence(scene: Scene, guid: string, edition = 'full') {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/evidence?edition=${edition}`, {
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
