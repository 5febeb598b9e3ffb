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

/**
 * The paths of a provider by the names of their settings.
 * @param standard those that hold where nothing is set
 * @throws Error when a setting is no path
 */
export function readPaths<Name extends string>(
  settings: SettingsReader,
  standard: Readonly<Record<Name, string>>,
): Readonly<Record<Name, string>> {
  const names = Object.keys(standard) as Name[]
  const paths = names.map((name) => [name, readPath(settings, name, standard[name])] as const)
  return Object.fromEntries(paths) as Record<Name, string>
}
