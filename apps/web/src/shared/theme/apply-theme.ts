import { themeVariables } from '@rubrica/domain'
import { useSyncExternalStore } from 'react'
import { DEFAULT_APPEARANCE, themeOf, type Appearance } from './appearance.ts'

let current: Appearance = DEFAULT_APPEARANCE
const listeners = new Set<() => void>()

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

function paint(): void {
  const variables = themeVariables(themeOf(current), prefersDark().matches ? 'dark' : 'light')
  for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value)
}

/** Colours the page with a subscription's look, in readable shades for the light and the dark scheme. */
export function applyAppearance(appearance: Appearance): void {
  current = appearance
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
export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, () => current)
}
