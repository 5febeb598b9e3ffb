/** Where the keys stand; they go with the session. */
const STORED_UNDER = 'signAttempts'

function readKeys(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED_UNDER) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

function writeKeys(keys: Record<string, string>): void {
  sessionStorage.setItem(STORED_UNDER, JSON.stringify(keys))
}

/**
 * The keys of attempts that have no answer yet, by signer (GUID), kept where a reload of the page finds them: the
 * attempt that the reload cut off is then asked for again instead of being made a second time. Never a PIN.
 */
export const attemptKeys = {
  find: (signerGuid: string): string | undefined => readKeys()[signerGuid],
  keep: (signerGuid: string, key: string): void => writeKeys({ ...readKeys(), [signerGuid]: key }),
  forget: (signerGuid: string): void => {
    writeKeys(Object.fromEntries(Object.entries(readKeys()).filter(([guid]) => guid !== signerGuid)))
  },
}
