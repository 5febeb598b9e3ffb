import { findTimeFault, isSignedBy } from './check-seal.ts'
import { SealError, type Seal } from './seal.ts'

export interface KeptSealNeeds {
  /** Opens it where it is. @throws {SealError} */
  readonly open: () => Promise<Seal>
  readonly now: () => Date
}

/**
 * Keeps the operator's seal from one file to the next. It is opened anew after a signature failed, and when its
 * certificate has expired: it may have been renewed where it is. After a PIN was refused nothing is asked any more,
 * since what counts wrong PINs would lock the key.
 * @returns what gives a seal whose certificate holds now; it throws SealError
 */
export function keepSeal({ open, now }: KeptSealNeeds): () => Promise<Seal> {
  let kept: Promise<Seal> | undefined
  let refused: SealError | undefined
  const forget = (error: unknown): never => {
    kept = undefined
    if (error instanceof SealError && error.reason === 'pin') refused = error
    throw error
  }
  const openKept = async (): Promise<Seal> => {
    if (refused) throw refused
    const seal = await open()
    return { ...seal, sign: (prepared) => signOnce(seal, prepared).catch(forget) }
  }
  const signOnce: (seal: Seal, ...of: Parameters<Seal['sign']>) => Promise<Uint8Array> = async (seal, prepared) => {
    if (refused) throw refused
    const signature = await seal.sign(prepared)
    if (isSignedBy(seal.certificate, prepared, signature)) return signature
    throw new SealError('passing', 'The signature of the seal does not fit its certificate.')
  }
  return async () => {
    kept ??= openKept().catch(forget)
    const seal = await kept
    if (findTimeFault(seal, now()) === undefined) return seal
    kept = openKept().catch(forget)
    const anew = await kept
    const fault = findTimeFault(anew, now())
    if (fault === undefined) return anew
    throw new SealError('passing', fault)
  }
}
