import type { SettingsReader } from '../registered-provider.ts'

const PATH = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/

/**
 * A path below the provider's address, which an operator may set where theirs differs.
 * @throws Error when the setting is no path
 */
export function readPath(settings: SettingsReader, name: string, fallback: string): string {
  const path = settings.text(name) ?? fallback
  if (!PATH.test(path)) throw new Error(`${name} must be a path such as ${fallback}`)
  return path
}
