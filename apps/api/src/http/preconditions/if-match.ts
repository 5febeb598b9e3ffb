/**
 * Entity tags and If-Match (RFC 9110, 8.8.3 and 13.1.1), by which who changes something says which version they have
 * seen. Only strong tags compare equal there: a weak one says that two versions are good for the same, not that they
 * are the same. Whether a precondition holds has to be asked in the transaction that changes the thing.
 */
import { invalidFields, PortalError } from '@rubrica/domain'

/** The tag of a version, for the header ETag. @param version a whole number that each change makes larger */
export const entityTag = (version: number): string => `"v${version}"`

/** What a header If-Match demands. */
export interface Precondition {
  /** @throws {PortalError} PRECONDITION_FAILED for a version that the caller has not seen; undefined: it is not there */
  require(version: number | undefined): void
}

/** A list (5.6.1), of which elements may be empty; commas inside of quotes are part of a tag. */
const ELEMENT = /[\t ]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*"))?[\t ]*(?:,|$)/y

/**
 * @param header If-Match as it came; undefined without one
 * @throws {PortalError} PRECONDITION_REQUIRED without it (RFC 6585 §3), VALIDATION_FAILED for what is no list of tags
 */
export function readIfMatch(header: string | undefined): Precondition {
  if (header === undefined) {
    throw new PortalError(
      'PRECONDITION_REQUIRED',
      'Say in If-Match which version you have seen (the ETag of its answer).',
    )
  }
  const tags = header.trim() === '*' ? undefined : readTags(header)
  return {
    require: (version) => {
      const holds = version !== undefined && (tags === undefined || tags.includes(entityTag(version)))
      if (!holds) throw new PortalError('PRECONDITION_FAILED', 'It was changed since. Fetch it again.')
    },
  }
}

/** @returns the strong ones */
function readTags(header: string): readonly string[] {
  const tags: string[] = []
  let elements = 0
  ELEMENT.lastIndex = 0
  while (ELEMENT.lastIndex < header.length) {
    const element = ELEMENT.exec(header)
    if (!element) throw notTags()
    const [, weak, tag] = element
    if (tag !== undefined) elements += 1
    if (tag !== undefined && weak === undefined) tags.push(tag)
  }
  if (elements === 0) throw notTags()
  return tags
}

const notTags = () =>
  invalidFields([
    { root: 'headers', path: ['if-match'], code: 'INVALID', problem: 'is neither * nor a list of entity tags' },
  ])
