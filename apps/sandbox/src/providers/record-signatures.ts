const MAX_ROWS = 20_000

export interface SignatureRow {
  readonly provider: string
  readonly credential: string
  /** What was signed, hexadecimal. */
  readonly digest: string
  /** ISO 8601. */
  readonly at: string
}

/** Every signature that a provider made, in their order, so that a test can count them. */
export interface SignatureRegister {
  list(): readonly SignatureRow[]
  add(row: Omit<SignatureRow, 'at'>): void
  clear(): void
}

export function createSignatureRegister(): SignatureRegister {
  const rows: SignatureRow[] = []
  return {
    list: () => rows,
    add(row) {
      rows.push({ ...row, at: new Date().toISOString() })
      if (rows.length > MAX_ROWS) rows.shift()
    },
    clear: () => void rows.splice(0),
  }
}
