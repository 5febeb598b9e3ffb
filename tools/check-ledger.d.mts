interface LedgerPlace {
  readonly file: string
  readonly root: string
  readonly hasGuide: boolean
}
type Print = (line: string) => void
export function checkLedger(place: LedgerPlace, print: { readonly say: Print; readonly complain: Print }): boolean
