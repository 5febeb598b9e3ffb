/** The pages (from 1) of a document that have not been before the reader's eyes. */
export function unreadPages(total: number, viewed: ReadonlySet<number>): number[] {
  return Array.from({ length: total }, (_, i) => i + 1).filter((page) => !viewed.has(page))
}

/** The unread page to go to next: the first one after the current page, else the first of all. */
export function nextUnreadPage(unread: readonly number[], current: number): number | undefined {
  return unread.find((page) => page > current) ?? unread[0]
}

/** Pages as a person writes them, "2, 4–7, 9"; after so many parts an ellipsis stands for the rest. */
export function writePages(pages: readonly number[], parts: number): string {
  const runs: [number, number][] = []
  for (const page of pages) {
    const last = runs.at(-1)
    if (last?.[1] === page - 1) last[1] = page
    else runs.push([page, page])
  }
  const written = runs.slice(0, parts).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return [...written, ...(runs.length > parts ? ['…'] : [])].join(', ')
}
