import { MAX_ALIAS } from '@rubrica/domain'
import { isPinSet, pinsDiffer, type PinPair } from './pin-pair.ts'

/** What the upload form holds. */
export interface UploadFields extends PinPair {
  readonly file: File | null
  readonly alias: string
  /** Each signature also needs a code that is sent to the person's phone. */
  readonly withCode: boolean
  /** What the file is closed with; empty where it is closed with nothing. */
  readonly filePassword: string
  /** Which key of a file that has several. */
  readonly keyAlias: string | null
}

export const EMPTY_UPLOAD: UploadFields = {
  file: null,
  alias: '',
  withCode: false,
  pin: '',
  repeatedPin: '',
  filePassword: '',
  keyAlias: null,
}

export type UploadProblem = 'wrongKindOfFile' | 'fileTooLarge' | 'pinsDiffer'

/** As much as the server takes: 10 MB of PKCS#12. */
const LARGEST_FILE = 10 * 1024 * 1024

/** What is wrong with the fields so far; a field that is still empty is no problem yet. */
export function uploadProblems({ file, ...pins }: UploadFields): ReadonlySet<UploadProblem> {
  const problems = new Set<UploadProblem>()
  if (file && !/\.(?:p12|pfx)$/i.test(file.name)) problems.add('wrongKindOfFile')
  if (file && file.size > LARGEST_FILE) problems.add('fileTooLarge')
  if (pinsDiffer(pins)) problems.add('pinsDiffer')
  return problems
}

/** Whether the form may be sent (spec §5): file, name and PIN given, the PIN twice the same. */
export function readyToUpload(fields: UploadFields): fields is UploadFields & { file: File } {
  const { file, alias } = fields
  return file !== null && alias.trim() !== '' && isPinSet(fields) && uploadProblems(fields).size === 0
}

/** A name to begin with: the file's own, without its ending. */
export function aliasFor(fileName: string): string {
  return fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, MAX_ALIAS)
}
