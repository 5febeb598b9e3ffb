import { makePdf, postDocument, type Scene } from '@rubrica/testing'

interface Parts {
  readonly document?: Uint8Array
  readonly description?: unknown
  readonly headers?: Record<string, string>
}

/** A page for Ana, with what differs. */
export const description = (changes: object = {}) => ({
  fileName: 'paper.pdf',
  signers: [{ userId: 'ana' }],
  ...changes,
})

/** Sends a page to Ana as the scene's program, with what differs. @param scene asked each time: it is opened later */
export const postPapers = (scene: () => Scene) => (parts: Parts) =>
  postDocument(scene().portal.url, scene().senderToken, {
    document: makePdf(),
    description: description(),
    ...parts,
  })

export const codeIn = async (answer: Response) => ((await answer.json()) as { Code: string }).Code
