import { ApiError, MAX_BATCH } from '@rubrica/contract'
import { ERROR_STATUS } from '@rubrica/domain'
import { hasNoSuchCall } from '../../../shared/api/has-no-such-call.ts'

/** What the server answers when it has fixed documents: the batch, and what cannot be part of it. */
export interface FixedBatch {
  readonly BatchId: string
  readonly Failed: readonly { readonly SignerGUID: string; readonly Code: string; readonly Message: string }[]
}

type FixDocuments = (signerGuids: readonly string[]) => Promise<FixedBatch>

/**
 * The documents (signer GUIDs) of one signing, as they are fixed at the server batch by batch, each when it is needed.
 */
export interface FixedDocuments {
  /**
   * The batch of a document; undefined when the server knows no batches.
   * @throws {ApiError} that this document cannot be part of it, or that the batch cannot be had
   */
  readonly batchOf: (signerGuid: string) => Promise<string | undefined>
  /** The documents of the first batch that can be signed. */
  readonly signable: () => Promise<{ readonly batchId: string | undefined; readonly signerGuids: readonly string[] }>
}

function errorOf({ Code, Message }: FixedBatch['Failed'][number]): ApiError {
  const status = (ERROR_STATUS as Readonly<Record<string, number>>)[Code] ?? 422
  return new ApiError(status, { Code, Message })
}

interface Part {
  readonly batchId: string | undefined
  readonly errors: ReadonlyMap<string, ApiError>
}

/** Fixes documents in batches as large as the server takes. What failed to be fixed is asked for again when needed. */
export function fixDocuments(signerGuids: readonly string[], fix: FixDocuments): FixedDocuments {
  const parts = new Map<number, Promise<Part>>()
  const guidsOf = (part: number) => signerGuids.slice(part * MAX_BATCH, (part + 1) * MAX_BATCH)

  const ask = async (part: number): Promise<Part> => {
    try {
      const { BatchId, Failed } = await fix(guidsOf(part))
      return { batchId: BatchId, errors: new Map(Failed.map((one) => [one.SignerGUID.toLowerCase(), errorOf(one)])) }
    } catch (error) {
      // A server of before batches: every document goes by itself.
      if (hasNoSuchCall(error)) return { batchId: undefined, errors: new Map() }
      parts.delete(part)
      throw error
    }
  }
  const partAt = (part: number) => {
    const asked = parts.get(part) ?? ask(part)
    parts.set(part, asked)
    return asked
  }
  return {
    batchOf: async (signerGuid) => {
      const { batchId, errors } = await partAt(Math.floor(signerGuids.indexOf(signerGuid) / MAX_BATCH))
      const error = errors.get(signerGuid.toLowerCase())
      if (error) throw error
      return batchId
    },
    signable: async () => {
      const { batchId, errors } = await partAt(0)
      return { batchId, signerGuids: guidsOf(0).filter((guid) => !errors.has(guid.toLowerCase())) }
    },
  }
}
