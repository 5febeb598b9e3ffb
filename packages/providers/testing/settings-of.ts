import { readFileSync } from 'node:fs'
import type { SettingsReader } from '../src/registered-provider.ts'

/** Settings of a provider for a test: what the server would read from its environment, without the prefix. */
export function settingsOf(values: Readonly<Record<string, string | number>>): SettingsReader {
  const text = (name: string): string | undefined => (values[name] === undefined ? undefined : String(values[name]))
  return {
    text,
    address: text,
    wholeNumber: (name, { fallback }) => Number(values[name] ?? fallback),
    required: (name, _form, fallback = '') => text(name) ?? fallback,
    file: (name) => (text(name) === undefined ? undefined : readFileSync(String(values[name]), 'utf8')),
    choice: (name, choices, fallback) => choices.find((one) => one === values[name]) ?? fallback,
  }
}
