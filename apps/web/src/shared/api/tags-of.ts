/** The single tags of a comma-separated text (spec §3); none when it is empty. */
export function tagsOf(tag: string): string[] {
  return [...new Set(tag.split(',').map((word) => word.trim()))].filter(Boolean)
}
