import { Component, memo, useLayoutEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import type { RouterState, Shown } from './router.ts'
import { useRouter } from './use-router.tsx'

interface Otherwise {
  /** While a screen is long on its way. */
  readonly Coming: ComponentType
  /** At an address that leads nowhere. */
  readonly Nowhere: ComponentType
  /** When a screen cannot be drawn. */
  readonly Crash: ComponentType<{ error: Error }>
}

interface BoundaryProps {
  readonly shown: Shown
  readonly Crash: Otherwise['Crash']
  readonly children: ReactNode
}

/** Keeps the failure of a screen from the rest of the page; another address is another chance. */
class Boundary extends Component<BoundaryProps, { error: Error | null; shown: Shown }> {
  override state: { error: Error | null; shown: Shown } = { error: null, shown: this.props.shown }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  static getDerivedStateFromProps({ shown }: BoundaryProps, before: { shown: Shown }) {
    return shown === before.shown ? null : { error: null, shown }
  }

  override render() {
    const { Crash, children } = this.props
    return this.state.error ? <Crash error={this.state.error} /> : children
  }
}

function useRouterState(): RouterState {
  const router = useRouter()
  return useSyncExternalStore(
    (listener) => router.subscribe(listener),
    () => router.state,
  )
}

/** What the router shows now. */
export const useShown = (): Shown | null => useRouterState().shown

function Screen({ shown }: { shown: Extract<Shown, { kind: 'screen' }> }) {
  const { match, entered, Layout, Screen: Drawn } = shown
  const screen = <Drawn params={match.params} search={match.search} entered={entered} />
  return Layout ? <Layout>{screen}</Layout> : screen
}

/** The place of the screens. What is drawn around it draws none of them anew: one that is being left stays as it is. */
export const Outlet = memo(function Outlet({ Coming, Nowhere, Crash }: Otherwise) {
  const router = useRouter()
  const { shown, isSlow } = useRouterState()
  useLayoutEffect(() => {
    if (shown) router.reportDrawn(shown)
  }, [router, shown])
  if (!shown) return isSlow ? <Coming /> : null
  if (shown.kind === 'nowhere') return <Nowhere />
  if (shown.kind === 'failed') return <Crash error={shown.error} />
  return (
    <Boundary {...{ shown, Crash }}>
      <Screen shown={shown} />
    </Boundary>
  )
})
