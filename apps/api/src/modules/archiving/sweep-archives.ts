import { archiveDocument, type ArchiveDocument } from './archive-document.ts'

/** Documents looked up at a time. */
const BATCH = 100
/** A run ends after this time, whatever is left: the next one goes on. */
const RUN_MS = 5 * 60_000

/**
 * Takes up what is due and whose own job is not there: documents whose process died, whose timestamp is to be renewed,
 * or which were completed before the server made long-term forms.
 * @returns how many
 */
export async function sweepArchives(needs: ArchiveDocument): Promise<number> {
  const end = needs.now().getTime() + RUN_MS
  let taken = 0
  for (;;) {
    const due = await needs.archives.due(needs.now(), BATCH)
    for (const documentId of due) {
      if (needs.now().getTime() > end) return taken
      await archiveDocument(needs, documentId)
      taken += 1
    }
    if (due.length < BATCH) return taken
  }
}
