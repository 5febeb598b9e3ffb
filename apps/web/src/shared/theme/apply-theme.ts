import { themeVariables } from '@rubrica/domain'
import { useSyncExternalStore } from 'react'
import { PORTAL_THEME, themeOf, type PortalTheme } from './theme.ts'

let current: PortalTheme = PORTAL_THEME
const listeners = new Set<() => void>()

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

function paint(): void {
  const variables = themeVariables(themeOf(current), prefersDark().matches ? 'dark' : 'light')
  for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value)
}

/** Colours the page with a subscription's look, in readable shades for the light and the dark scheme. */
export function applyPortalTheme(theme: PortalTheme): void {
  current = theme
  paint()
  for (const listener of listeners) listener()
}

/** Keeps the colours right when the person's device changes between light and dark. */
export function followColorScheme(): void {
  prefersDark().addEventListener('change', paint)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The look that the page wears now. */
export function usePortalTheme(): PortalTheme {
  return useSyncExternalStore(subscribe, () => current)
}
