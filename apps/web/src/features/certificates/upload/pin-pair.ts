/** A PIN that is set, typed twice. */
export interface PinPair {
  readonly pin: string
  readonly repeatedPin: string
}

/** Whether the two are known to differ; a repetition that has not been typed yet does not. */
export function pinsDiffer({ pin, repeatedPin }: PinPair): boolean {
  return repeatedPin !== '' && repeatedPin !== pin
}

/** Whether the PIN may be set: given, and twice the same (spec §5). */
export function isPinSet({ pin, repeatedPin }: PinPair): boolean {
  return pin !== '' && pin === repeatedPin
}
