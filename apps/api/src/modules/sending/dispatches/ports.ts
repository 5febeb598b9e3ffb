/** What one press of Send asks for, and what comes of it. */
import type { Anchor, OrderedSigner, Position, SendOrder, Sender, TemplateName } from '../ports.ts'
import type { StoredUpload, Upload } from '../uploads/ports.ts'

export interface DispatchedDocument {
  /** Of an uploaded file, or of one of the template. */
  readonly file: string
  readonly fileName?: string | undefined
  readonly description: string
  readonly tags: readonly string[]
  readonly decrypt?: SendOrder['decrypt']
  readonly attachments: readonly { readonly file: string; readonly signers: readonly number[] }[]
}

export interface DispatchedSigner extends Omit<OrderedSigner, 'positions' | 'attachments'> {
  /** `document` is the place of a document in the list, from 0. */
  readonly positions: readonly ((Position | Anchor) & { readonly document: number })[]
}

export interface DispatchRequest extends Pick<
  SendOrder,
  'senderName' | 'order' | 'deadline' | 'callback' | 'team' | 'copies' | 'reminders' | 'passingOn'
> {
  readonly sender: Sender
  readonly idempotencyKey?: string | undefined
  /** Called with the bytes of each file before it is read. @throws {PortalError} TEMPORARILY_UNAVAILABLE */
  readonly onLength: (bytes: number) => void
  readonly documents: readonly DispatchedDocument[]
  readonly message: string
  /** What it was put together as. */
  readonly draft?: string | undefined
  readonly signers: readonly DispatchedSigner[]
  /** What it is sent from. */
  readonly template?: UsedTemplate | undefined
}

/** A version of a template with its files, which are not used up. */
export interface UsedTemplate extends TemplateName {
  readonly files: readonly (Pick<Upload, 'id' | 'size' | 'findings'> & StoredUpload)[]
  /** By the ids of files; of those that have no other name here. */
  readonly fileNames: ReadonlyMap<string, string>
}

export interface SentDispatch {
  readonly id: string
  readonly documents: readonly { readonly id: string; readonly fileName: string }[]
}
