import { createHash } from 'node:crypto'

/** An event as far as its chain goes. */
interface ChainedEvent {
  readonly sequence: number
  readonly canonical: string
  readonly previousHash: Uint8Array | null
  readonly hash: Uint8Array
}

interface ChainFinding {
  readonly sequence: number
  readonly problem: 'missing' | 'changed' | 'unchained' | 'cut-off'
}

const same = (a: Uint8Array | null, b: Uint8Array | null) => (a && b ? Buffer.compare(a, b) === 0 : a === b)

const chainHash = (previous: Uint8Array | null, canonical: string) =>
  createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(canonical)
    .digest()

/** Walks a chain event by event, in the order of their sequence, and names what is wrong with it. */
export class WalkedChain {
  readonly findings: ChainFinding[] = []
  private previous: Uint8Array | null = null
  private expected = 1

  /** @param agrees whether the event says of itself what is said of it beside it @returns whether it is as it was written */
  take(event: ChainedEvent, agrees: boolean): boolean {
    for (; this.expected < event.sequence; this.expected++) this.say(this.expected, 'missing')
    const found = this.findings.length
    if (!agrees || !same(event.hash, chainHash(event.previousHash, event.canonical))) {
      this.say(event.sequence, 'changed')
    } else if (!same(event.previousHash, this.previous)) this.say(event.sequence, 'unchained')
    this.previous = event.hash
    this.expected = event.sequence + 1
    return this.findings.length === found
  }

  /** @param end where the chain is said to end */
  endAt({ sequence, hash }: { readonly sequence: number; readonly hash: Uint8Array | null }): void {
    for (; this.expected <= sequence; this.expected++) this.say(this.expected, 'missing')
    if (this.findings.length === 0 && !same(this.previous, hash)) this.say(sequence, 'cut-off')
  }

  private say(sequence: number, problem: ChainFinding['problem']): void {
    this.findings.push({ sequence, problem })
  }
}
