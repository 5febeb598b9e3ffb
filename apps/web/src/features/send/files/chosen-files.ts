/** What somebody chose, dropped or pasted, before it is handed over. */

/** As long as the server takes names. */
const MOST_NAME_LETTERS = 255

/** As the server keeps it: without control characters and marks of direction, which would show another name. */
export function safeName(name: string): string {
  const safe = name.replace(/\p{C}/gu, '').trim()
  return [...safe].length <= MOST_NAME_LETTERS ? safe : shortened(safe)
}

/** The ending stays, by which people know what it is. */
function shortened(name: string): string {
  const ending = /\.[^.\s]{1,10}$/u.exec(name)?.[0] ?? ''
  return `${[...name].slice(0, MOST_NAME_LETTERS - 1 - ending.length).join('')}…${ending}`
}

/** Whatever calls itself one: what it is, the server finds out. */
export const isPdf = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === 'application/pdf' || /\.pdf$/i.test(name)

/** Files of a clipboard or of a drop; folders are none. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

/** Of what there is room for. */
export interface Sorted {
  readonly documents: readonly File[]
  readonly attachments: readonly File[]
  readonly leftOut: number
}

/** PDFs are signed, everything else goes along. @param room how many more there may be of each */
export function sortFiles(
  files: readonly File[],
  room: { readonly documents: number; readonly attachments: number },
  areAttached = false,
): Sorted {
  const isSigned = (file: File) => !areAttached && isPdf(file)
  const documents = files.filter(isSigned).slice(0, Math.max(0, room.documents))
  const attachments = files.filter((file) => !isSigned(file)).slice(0, Math.max(0, room.attachments))
  return { documents, attachments, leftOut: files.length - documents.length - attachments.length }
}
