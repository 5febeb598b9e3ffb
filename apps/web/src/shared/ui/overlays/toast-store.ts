import { TOAST_MS } from '@rubrica/domain'
import { useSyncExternalStore } from 'react'

export type ToastTone = 'success' | 'error' | 'info'
/** Something that can be done about what was said. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}
export interface Toast {
  readonly id: number
  readonly tone: ToastTone
  readonly text: string
  readonly actions: readonly ToastAction[]
  readonly at: Date
}
export interface ToastState {
  /** On the screen now, oldest first. */
  readonly showing: readonly Toast[]
  /** The last ones, newest first, so that nobody has to read within three seconds. */
  readonly recent: readonly Toast[]
}

const KEPT = 10
const EMPTY: ToastState = { showing: [], recent: [] }

/** Holds what is said to the person; time is handed in so that the rules can be tried without waiting. */
export function createToastStore(timers: {
  start: (run: () => void, ms: number) => unknown
  stop: (timer: unknown) => void
}) {
  let state = EMPTY
  let lastId = 0
  let paused = false
  const running = new Map<number, unknown>()
  const listeners = new Set<() => void>()

  const change = (next: ToastState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const dismiss = (id: number) => {
    timers.stop(running.get(id))
    running.delete(id)
    change({ ...state, showing: state.showing.filter((toast) => toast.id !== id) })
    // The browser says nothing of a pointer or a focus that went with the last toast.
    if (state.showing.length === 0) paused = false
  }
  const arm = (id: number) =>
    running.set(
      id,
      timers.start(() => dismiss(id), TOAST_MS),
    )

  return {
    dismiss,
    show: (tone: ToastTone, text: string, actions: readonly ToastAction[] = []): void => {
      const toast = { id: ++lastId, tone, text, actions, at: new Date() }
      change({ showing: [...state.showing, toast], recent: [toast, ...state.recent].slice(0, KEPT) })
      if (!paused) arm(toast.id)
    },
    /** Stops every clock while the person points at or focuses a toast. */
    pause: (): void => {
      paused = true
      for (const timer of running.values()) timers.stop(timer)
      running.clear()
    },
    /** Gives each toast its full time again. */
    resume: (): void => {
      if (!paused) return
      paused = false
      for (const toast of state.showing) arm(toast.id)
    },
    /** Forgets all, as at log-out. */
    clear: (): void => {
      for (const timer of running.values()) timers.stop(timer)
      running.clear()
      paused = false
      change(EMPTY)
    },
    read: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const toastStore = createToastStore({
  start: (run, ms) => window.setTimeout(run, ms),
  stop: (timer) => window.clearTimeout(timer as number | undefined),
})

/** Says something to the person for three seconds; it stays in the list of messages, with what can be done about it. */
export function showToast(tone: ToastTone, text: string, actions?: readonly ToastAction[]): void {
  toastStore.show(tone, text, actions)
}

export function useToasts(): ToastState {
  return useSyncExternalStore(toastStore.subscribe, toastStore.read)
}
