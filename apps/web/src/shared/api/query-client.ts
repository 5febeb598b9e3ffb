import { ApiError } from '@rubrica/contract'
import { notifyManager, QueryClient } from '@tanstack/react-query'

const TRIES = 2

/** An answer with a 4xx status stays the same when asked again; a lost connection or a 5xx may not. */
export function worthRetrying(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500) return false
  return failures < TRIES
}

// A button has to know that its call is on the way before the next press, and a press comes before a timer.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails at once and says so; nothing waits unseen to be sent when it comes back.
    queries: { networkMode: 'always', retry: worthRetrying, staleTime: 15_000, refetchOnWindowFocus: false },
    // What was sent may hold a password, a PIN or a key file; it goes as soon as nobody looks at the answer.
    mutations: { networkMode: 'always', retry: false, gcTime: 0 },
  },
})
