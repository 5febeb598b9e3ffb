/** Send, opened to send a document once more, or to go on with its signed file. */
import { useQuery } from '@tanstack/react-query'
import type { Draft } from './draft.ts'
import type { CopyWish } from './duplicate/load-sent.ts'
import type { TemplateWish } from './templates/load-template.ts'

/** What Send may begin with, besides nothing and a draft. */
export type StartWish = CopyWish | TemplateWish

async function load(wish: StartWish, subscription: string | undefined): Promise<Draft> {
  if ('isEdited' in wish) return (await import('./templates/load-template.ts')).loadTemplate(wish, subscription)
  return (await import('./duplicate/load-sent.ts')).loadSent(wish, subscription)
}

/** The draft that Send begins with. @returns undefined as data until it is there, and for no wish */
export function usePrefill(wish: StartWish | undefined, subscription: string | undefined, isReady: boolean) {
  return useQuery({
    queryKey: ['send', 'prefill', wish, subscription],
    queryFn: () => load(wish!, subscription),
    enabled: wish !== undefined && isReady,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}
