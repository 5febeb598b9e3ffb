/** What is being done, in this order; each step ends a fifth of the way (spec §9). */
export const LOCAL_STEPS = ['starting', 'choosing', 'preparing', 'signing', 'finishing'] as const
export type LocalStep = (typeof LOCAL_STEPS)[number]

/** How far a signing with the application on the PC is. */
export interface LocalProgress {
  readonly step: LocalStep
  /** Of 100, over all documents. */
  readonly percent: number
  /** The signer (GUID) of the document at work, where it is one after the other. */
  readonly guid: string | null
}

/** Counts the steps of all documents, five for each, so that the way never leads backwards. */
export class StepCount {
  readonly #total: number
  readonly #done: Readonly<Record<LocalStep, Set<string>>> = {
    starting: new Set(),
    choosing: new Set(),
    preparing: new Set(),
    signing: new Set(),
    finishing: new Set(),
  }

  constructor(documents: number) {
    this.#total = documents * LOCAL_STEPS.length
  }

  /** A step is over for these documents (signer GUIDs), whether it went well or not. */
  end(step: LocalStep, guids: readonly string[]): void {
    for (const guid of guids) this.#done[step].add(guid)
  }

  percent(): number {
    const done = Object.values(this.#done).reduce((sum, guids) => sum + guids.size, 0)
    return Math.round((done / this.#total) * 100)
  }
}
