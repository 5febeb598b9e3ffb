import type { SentDocument } from '@rubrica/contract'
import type { Scene } from '@rubrica/testing'

/** Waits until a document's long-term form has ended one way or the other, and tells how, as its sender is told. */
export async function untilArchived(scene: Scene, { guid }: { guid: string }): Promise<SentDocument['archive']> {
  for (;;) {
    const { archive } = await askStatus(scene, guid)
    if (archive.state === 'done' || archive.state === 'failed') return archive
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function askStatus(scene: Scene, guid: string): Promise<SentDocument> {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}`, {
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  if (!answer.ok) throw new Error(`no status: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as SentDocument
}
