import type { ApiError } from '@rubrica/contract'

type Listener = (error: ApiError) => void

const listeners = new Set<Listener>()

/** Hears of every call that the server refuses, whoever made it. @returns what ends that */
export function onRefusal(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function reportRefusal(error: ApiError): void {
  for (const listener of listeners) listener(error)
}
