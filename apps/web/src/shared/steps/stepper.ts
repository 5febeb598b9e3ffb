/** Lasts until somebody ends it. */
export interface Patience {
  readonly over: Promise<void>
  readonly isOver: () => boolean
  readonly end: () => void
}

function endlessPatience(): Patience {
  let isOver = false
  let end = (): void => {}
  const over = new Promise<void>((resolve) => {
    end = () => {
      isOver = true
      resolve()
    }
  })
  return { over, isOver: () => isOver, end }
}

/**
 * A way of several steps that a person follows in a dialog. It changes its stage by itself; `useStage` shows it.
 * @typeParam Stage where the person is
 * @typeParam Ends where it reports how it ends; read at that moment, so that the dialog of then is meant
 */
export abstract class Stepper<Stage, Ends = null> {
  readonly #listeners = new Set<() => void>()
  #stage: Stage
  #ends: (() => Ends) | null = null
  #isBegun = false
  #isLeft = false
  #patience = endlessPatience()

  constructor(first: Stage) {
    this.#stage = first
  }

  readonly stage = (): Stage => this.#stage

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  protected show(stage: Stage): void {
    this.#stage = stage
    for (const listener of this.#listeners) listener()
  }

  /** The dialog is there. The first step is taken once, however often the dialog is drawn. */
  enter(ends: () => Ends): void {
    this.#ends = ends
    this.#isLeft = false
    if (this.#isBegun) return
    this.#isBegun = true
    this.first()
  }

  /** The dialog is gone, and nobody waits any more. */
  leave(): void {
    this.#isLeft = true
    this.#patience.end()
    this.left()
  }

  /** The person no longer waits for their phone. */
  stopWaiting(): void {
    this.#patience.end()
  }

  /** The step that needs nobody to press a button. */
  protected first(): void {}

  /** What has to end with the dialog. */
  protected left(): void {}

  protected get isLeft(): boolean {
    return this.#isLeft
  }

  /** Undefined as long as no dialog has been there. */
  protected get ends(): Ends | undefined {
    return this.#ends?.()
  }

  /** From now on somebody waits, until `stopWaiting` or the end of the dialog. */
  protected startWaiting(): Patience {
    this.#patience = endlessPatience()
    if (this.#isLeft) this.#patience.end()
    return this.#patience
  }
}
