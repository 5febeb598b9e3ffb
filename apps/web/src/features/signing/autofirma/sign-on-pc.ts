import { AutofirmaError, type AutofirmaConnection, type LocalDocument } from '@rubrica/autofirma'

/** The signature values by the signer (GUID) of their document, and what the application did not sign. */
export interface SignedOnPc {
  readonly values: Map<string, Uint8Array>
  readonly failed: readonly { readonly guid: string; readonly error: unknown }[]
}

/**
 * Has the application sign everything in one operation.
 * @throws {AutofirmaError} when it signed nothing at all
 */
export async function signOnPc(
  session: AutofirmaConnection,
  documents: readonly LocalDocument[],
  signal: AbortSignal,
): Promise<SignedOnPc> {
  const [first, second] = documents
  if (!first) return { values: new Map(), failed: [] }
  if (!second) {
    const { signature } = await session.sign(first.toBeSigned, signal)
    return { values: new Map([[first.id, signature]]), failed: [] }
  }
  const { results } = await session.signMany(documents, signal)
  return {
    values: new Map(results.flatMap((result) => (result.signed ? [[result.id, result.signature] as const] : []))),
    failed: results.flatMap(({ id, signed }) =>
      signed ? [] : [{ guid: id, error: new AutofirmaError('SIGNING_FAILED') }],
    ),
  }
}
