import { UsageError } from '../command.ts'
import { readPlacement, readSpot, type Position } from './read-position.ts'

/** What `rubrica send` says of the people on a document. */
export interface SignerOptions {
  readonly to?: string[]
  readonly approver?: string[]
  readonly certificate?: string[]
  readonly at?: string[]
  readonly attach?: string[]
  readonly page?: string
  readonly box?: string
  readonly reason?: string
  readonly 'read-all'?: boolean
  readonly 'disclaimer-title'?: string
  readonly 'disclaimer-text'?: string
}

export interface WantedSigner {
  readonly userId: string
  readonly reason: string | undefined
  readonly readAll: boolean | undefined
  readonly disclaimer?: { readonly title: string; readonly text: string }
  readonly approvers: readonly { readonly userId: string }[]
  readonly positions: readonly Position[]
  /** Places in `attachments` of the files that are for this signer. */
  readonly attachments?: readonly number[]
}

export interface WantedSigners {
  readonly signers: readonly WantedSigner[]
  /** Id or name of the certificate that a signer must use, by user id. */
  readonly certificates: ReadonlyMap<string, string>
  /** Paths of the files that go with the document. */
  readonly attachments: readonly string[]
}

/**
 * Reads the signers, and what `--approver`, `--certificate`, `--at` and `--attach` say of one of them as
 * `SIGNER=VALUE`.
 * @throws {UsageError}
 */
export function readSigners(values: SignerOptions): WantedSigners {
  const people = values.to ?? []
  if (people.length === 0) throw new UsageError('--to says who signs.')
  const approvers = (values.approver ?? []).map((text) => ofSigner(text, people, '--approver'))
  const places = (values.at ?? []).map((text) => ofSigner(text, people, '--at'))
  for (const { signer } of places) if (signer === undefined) requireSingle(people, '--at')
  const single = readPlacement(values, people.length)
  if (single && places.length > 0) throw new UsageError('--page and --box do not go with --at.')
  const spots = places.map(({ signer, value }) => ({ signer, position: readSpot(value) }))
  const disclaimer = readDisclaimer(values)
  const files = (values.attach ?? []).map((text) =>
    isOfSigner(text, people) ? ofSigner(text, people, '--attach') : { value: text },
  )
  const placesOf = (userId: string) => files.flatMap(({ signer }, place) => (signer === userId ? [place] : []))
  return {
    signers: people.map((userId) => ({
      userId,
      reason: values.reason,
      readAll: values['read-all'],
      ...(disclaimer && { disclaimer }),
      approvers: approvers.filter(isFor(userId)).map(({ value }) => ({ userId: value })),
      positions: single ? [single] : spots.filter(isFor(userId)).map(({ position }) => position),
      ...(placesOf(userId).length > 0 && { attachments: placesOf(userId) }),
    })),
    certificates: readCertificates(values.certificate ?? [], people),
    attachments: files.map(({ value }) => value),
  }
}

const isFor =
  (userId: string) =>
  ({ signer }: { signer?: string | undefined }) =>
    signer === undefined || signer === userId

/** Whether a signer stands before an equals sign: the name of a file or of a certificate may have one itself. */
const isOfSigner = (text: string, people: readonly string[]): boolean =>
  people.some((who) => text.toLowerCase().startsWith(`${who.toLowerCase()}=`))

/** The part before the equals sign, when there is one, names a signer. */
function ofSigner(text: string, people: readonly string[], option: string): { signer?: string; value: string } {
  const at = text.indexOf('=')
  if (at < 0) return { value: text }
  const named = text.slice(0, at)
  const signer = people.find((person) => person.toLowerCase() === named.toLowerCase())
  if (signer === undefined) throw new UsageError(`${option}: "${named}" is none of the signers that --to names.`)
  return { signer, value: text.slice(at + 1) }
}

function requireSingle(people: readonly string[], option: string): void {
  if (people.length > 1) throw new UsageError(`${option} needs a signer in front, as in ${option} ${people[0]}=…`)
}

/** With a single signer nothing need stand before the name of a certificate. */
function readCertificates(texts: readonly string[], people: readonly string[]): Map<string, string> {
  const [only] = people
  const pairs = texts.map((text): [string, string] => {
    if (people.length === 1 && !isOfSigner(text, people)) return [only!, text]
    const { signer, value } = ofSigner(text, people, '--certificate')
    if (signer === undefined) requireSingle(people, '--certificate')
    return [signer ?? only!, value]
  })
  const found = new Map(pairs)
  if (found.size < pairs.length) throw new UsageError('--certificate is there twice for one signer.')
  return found
}

function readDisclaimer(values: SignerOptions): WantedSigner['disclaimer'] {
  const { 'disclaimer-title': title, 'disclaimer-text': text } = values
  if (title === undefined && text === undefined) return undefined
  if (title === undefined || text === undefined) {
    throw new UsageError('--disclaimer-title and --disclaimer-text go together.')
  }
  return { title, text }
}
