import type { ComponentProps, MouseEvent } from 'react'
import type { HistoryState, Target } from './place.ts'
import { usePlace, useRouter } from './use-router.tsx'

type LinkProps = Target & { readonly state?: HistoryState } & Omit<ComponentProps<'a'>, 'href'>

/** Whether the click is for the browser: another tab, a download, something else that has taken it. */
const isForBrowser = (event: MouseEvent) =>
  event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** A link to a screen of the portal. Pointing at it fetches the screen's code. */
export function Link({ to, params, search, state, onClick, onFocus, onPointerEnter, ...anchor }: LinkProps) {
  const router = useRouter()
  const target = { to, params, search } as Target
  const href = router.hrefOf(target)
  const isHere = usePlace(({ pathname }) => pathname === href.split('?')[0])
  return (
    <a
      {...anchor}
      href={href}
      aria-current={isHere ? 'page' : undefined}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        router.prepare(target)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        router.prepare(target)
      }}
      onClick={(event) => {
        onClick?.(event)
        if (isForBrowser(event)) return
        event.preventDefault()
        void router.navigate({ ...target, ...(state && { state }) })
      }}
    />
  )
}
