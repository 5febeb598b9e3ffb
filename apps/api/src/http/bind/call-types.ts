import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { CallName, Contract } from '@rubrica/contract'
import type { HeldBytes } from './hold-bytes.ts'
import type { Watcher } from '../../modules/sending/ports.ts'
import type { Client, Person, SenderClient } from '../../modules/sessions/ports.ts'

type Entry = Contract[CallName]
type Output<E, Part extends string> = E extends { readonly [P in Part]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined

/** Basic credentials that were checked: the portal's public client, or a program with its secret. */
export interface BasicCaller {
  /** Undefined for the public client, which proves nothing about itself. */
  readonly client: Client | undefined
}

/** Who makes a call, as its entry demands. */
export type CallerOf<E> = E extends { readonly auth: 'basic' }
  ? BasicCaller
  : E extends { readonly scopes: readonly ['login'] }
    ? SenderClient
    : E extends { readonly path: `/v1/${string}` }
      ? Watcher
      : E extends { readonly auth: 'bearer' }
        ? Person
        : undefined

/** One part of a multipart body, in the order of arrival; a file must be read before the next part. */
export type UploadPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly fileName: string
      readonly mediaType: string
      /** @param limit bytes that it may have. @throws {PortalError} BODY_TOO_LARGE, as soon as it has more */
      readonly read: (limit: number) => Promise<Buffer>
    }

type BodyOf<E> = E extends { readonly bodyKind: 'multipart' | 'file' }
  ? AsyncIterable<UploadPart> | (E extends { readonly jsonBody: infer S extends z.ZodType } ? z.output<S> : never)
  : Output<E, 'body'>

/** A call as its handler gets it: with its caller admitted, and every part checked against the contract. */
export interface Call<E> {
  readonly caller: CallerOf<E>
  readonly params: Output<E, 'params'>
  readonly query: Output<E, 'query'>
  readonly headers: Output<E, 'headers'>
  readonly body: BodyOf<E>
  /** The query as it came, for a signature over it. */
  readonly search: string
  /** The If-None-Match header, for answers that carry an ETag. */
  readonly ifNoneMatch: string | undefined
  /** The Cookie header. */
  readonly cookie: string | undefined
  /** The Origin header: whose page makes the call. */
  readonly origin: string | undefined
  /** Room for a large answer, to be taken before it is made; given back when the client has it or is gone. */
  readonly answerRoom: Pick<HeldBytes, 'take'>
}

type SuccessOf<A> = {
  [S in keyof A]: S extends 200 | 201 ? (A[S] extends z.ZodType ? z.input<A[S]> : never) : S extends 204 ? null : never
}[keyof A]

/** An answer that is more than a JSON value: made beforehand, not JSON, or with headers of its own. */
export class Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly content: string | Uint8Array | Readable | null

  constructor(
    status: number,
    headers: Readonly<Record<string, string>>,
    content: string | Uint8Array | Readable | null,
  ) {
    this.status = status
    this.headers = headers
    this.content = content
  }
}

export type Handler<E extends Entry> = (call: Call<E>) => Promise<SuccessOf<E['answers']> | Answer>

/** One handler per call of the contract; a missing or a further one does not compile. */
export type Handlers = { readonly [N in CallName]: Handler<Contract[N]> }
