import type { AutofirmaConnection, AutofirmaStage } from '@rubrica/autofirma'
import type { WhereFrom } from '../../../shared/api/look-ups.ts'
import type { ServerRunProgress, ServerRunWatch } from '../run/on-server/server-run.ts'
import type { BatchOutcome, BatchProgress } from '../run/run-batch.ts'
import type { AttemptKeys } from '../run/sign-attempt.ts'
import type { LocalProgress } from './local-progress.ts'
import type { CLOSE_DELAY_MS } from './local-times.ts'

/** A signature value on its way into its document. */
export interface LocalCompletion {
  readonly signerGuid: string
  readonly signature: Uint8Array
  readonly whereFrom: WhereFrom
  readonly attemptKey: string
}

/** The calls around a signature that is made on the PC. Each throws ApiError or NetworkError. */
export interface LocalCalls {
  readonly announce: (signerGuid: string, certificate: Uint8Array) => Promise<unknown>
  /** @returns what the application signs */
  readonly prepare: (signerGuid: string) => Promise<Uint8Array>
  readonly complete: (order: LocalCompletion) => Promise<unknown>
}

/** The signature values by the signer (GUID) of their document. */
export interface LocalValues {
  readonly values: ReadonlyMap<string, Uint8Array>
  readonly whereFrom: WhereFrom
}

export interface LocalTask {
  /** What is to be signed, in this order. */
  readonly signerGuids: readonly string[]
  readonly calls: LocalCalls
  /**
   * Hands the values over to the server, which goes on by itself.
   * @returns null where it took none of them: they are sent one after the other
   */
  readonly signOnServer: (values: LocalValues, watch: ServerRunWatch) => Promise<BatchOutcome | null>
  /** Starts the application and connects to it. @throws {AutofirmaError} */
  readonly open: (order: {
    readonly signal: AbortSignal
    readonly onStage: (stage: AutofirmaStage) => void
  }) => Promise<AutofirmaConnection>
  readonly wait: (ms: number) => Promise<void>
  readonly keys: AttemptKeys
  /** Where the person is, which says how long the finished bar stays before the end is reported. */
  readonly place: keyof typeof CLOSE_DELAY_MS
  /** Called after each document (signer GUID). */
  readonly onSigned: (signerGuid: string) => void
  /** Called before each document (signer GUID) is completed; with null when it has failed and nothing goes on. */
  readonly onProgress: (progress: BatchProgress, signerGuid: string | null) => void
}

/** Where the person is on the way to signatures of the application on their PC. */
export type LocalStage =
  | { readonly at: 'ready' }
  | {
      readonly at: 'working'
      readonly progress: LocalProgress
      /** A window of the application waits for the person. */
      readonly needsLook: boolean
      /** The application was started, and nothing is seen of it. */
      readonly nothingOpened: boolean
      readonly stopping: boolean
      /** How far the server is, which needs the PC no more. */
      readonly onServer?: ServerRunProgress
    }
  /** Nothing is signed, and the person can do something about it. */
  | { readonly at: 'failed'; readonly error: unknown }
  /** No answer came for this document; the rest waits. */
  | { readonly at: 'lost'; readonly guid: string; readonly signed: number }
  | { readonly at: 'done' }

export interface LocalEnds {
  /** Once, also when the dialog is gone by then. */
  readonly onEnd: (outcome: BatchOutcome) => void
}
