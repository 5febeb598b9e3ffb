/** What the embedded files say, read once for all steps; whatever is not as it must be is a fault of its file. */
import {
  type AgreedText,
  type DocumentFacts,
  type HeadPath,
  type LoggedEvent,
  type MailFacts,
  type Manifest,
  NAMES,
  type OpenedCommitment,
  type ServedPage,
} from '../format.ts'
import { type EvidenceFiles, parseJson } from '../reading/read-evidence-file.ts'

export interface Contents {
  readonly manifest: Manifest
  readonly files: EvidenceFiles['files']
  readonly lines: readonly string[]
  /** Of each line; undefined for one that is no event. */
  readonly events: readonly (LoggedEvent | undefined)[]
  readonly document: DocumentFacts | undefined
  readonly personal: readonly OpenedCommitment[]
  readonly views: readonly ServedPage[]
  readonly texts: readonly AgreedText[]
  readonly mails: readonly MailFacts[]
  readonly headPath: HeadPath | undefined
  /** Files that must be there and are not, or that are not what their name says. */
  readonly unreadable: readonly string[]
}

type Shape = Readonly<Record<string, 'text' | 'number' | 'text?' | 'object' | 'list'>>

function fits(value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null) return false
  const members = value as Readonly<Record<string, unknown>>
  return Object.entries(shape).every(([name, kind]) => isOf(members[name], kind))
}

function isOf(value: unknown, kind: Shape[string]): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'text?':
      return typeof value === 'string' || value === null
    case 'number':
      return Number.isSafeInteger(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'list':
      return Array.isArray(value)
  }
}

const EVENT: Shape = { documentId: 'text', sequence: 'number', type: 'text', facts: 'object', personal: 'object' }
const DOCUMENT: Shape = { documentId: 'text', fileName: 'text', outcome: 'text', revisions: 'list', people: 'list' }
const REVISION: Shape = { number: 'number', kind: 'text', sha256: 'text', bytes: 'number', signerId: 'text?' }
const COMMITMENT: Shape = { commitment: 'text', salt: 'text', value: 'text' }
const VIEW: Shape = { signerId: 'text', revision: 'number', page: 'number', sha256: 'text' }
const TEXT: Shape = { signerId: 'text', title: 'text', text: 'text', sha256: 'text' }
const MAIL: Shape = { personId: 'text', kind: 'text', address: 'text?', answers: 'list' }
const PATH: Shape = { leaf: 'text', position: 'number', size: 'number', path: 'list' }

/** Reads what the steps look at. */
export function readContents({ manifest, files }: EvidenceFiles): Contents {
  const unreadable: string[] = []
  const listOf = <Item>(name: string, shape: Shape): readonly Item[] => {
    const value = parseJson(files.get(name))
    if (Array.isArray(value) && value.every((item) => fits(item, shape))) return value as readonly Item[]
    unreadable.push(name)
    return []
  }
  const document = parseJson(files.get(NAMES.document)) as DocumentFacts | undefined
  const isDocument = fits(document, DOCUMENT) && document!.revisions.every((revision) => fits(revision, REVISION))
  if (!isDocument) unreadable.push(NAMES.document)
  const path = parseJson(files.get(NAMES.headPath)) as HeadPath | undefined
  if (files.has(NAMES.headPath) && !fits(path, PATH)) unreadable.push(NAMES.headPath)
  const lines = linesOf(files.get(NAMES.events))
  return {
    ...{ manifest, files, lines },
    events: lines.map(readEvent),
    document: isDocument ? document : undefined,
    personal: listOf(NAMES.personal, COMMITMENT),
    views: listOf(NAMES.pages, VIEW),
    texts: listOf(NAMES.texts, TEXT),
    // Not in every file.
    mails: files.has(NAMES.mails) ? listOf(NAMES.mails, MAIL) : [],
    headPath: fits(path, PATH) ? path : undefined,
    unreadable,
  }
}

/** Lines as they stand, each ended by a line feed. */
export function linesOf(bytes: Buffer | undefined): readonly string[] {
  const text = bytes?.toString('utf8') ?? ''
  return text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

function readEvent(line: string): LoggedEvent | undefined {
  const value = parseJson(Buffer.from(line))
  return fits(value, EVENT) ? (value as LoggedEvent) : undefined
}
