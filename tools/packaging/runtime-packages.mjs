// Which npm packages a program needs while it runs, as the lockfile says: those that npm would install for its
// workspaces without what is for developing.

/** The folder in which a package finds another, as Node looks for it: beside itself, then upwards. */
function findPackage(packages, from, name) {
  for (let at = from; ; at = at.replace(/(?:^|\/)[^/]*$/, '')) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (packages[path]) return packages[path].link ? packages[path].resolved : path
    if (at === '') return undefined
  }
}

/** What it may ask for: names, and whether it does without. */
function needsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [
    ...[...Object.keys(dependencies), ...peers].map((name) => ({ name, isNeeded: !(name in optionalDependencies) })),
    ...Object.keys(optionalDependencies).map((name) => ({ name, isNeeded: false })),
  ]
}

/**
 * @param {Record<string, object>} packages `packages` of a package-lock.json
 * @param {{ workspaces: string[], without?: string[], isThere: (path: string) => boolean }} wish folders of our own
 *   packages, names of packages that are left out with all that only they need, and which folders are installed
 * @returns {string[]} folders below the root, sorted
 * @throws {Error} for a package that is needed and not installed
 */
export function listRuntimePackages(packages, { workspaces, without = [], isThere }) {
  const found = new Set()
  const visit = (path) => {
    if (found.has(path)) return
    found.add(path)
    for (const { name, isNeeded } of needsOf(packages[path])) {
      if (without.includes(name)) continue
      const place = findPackage(packages, path, name)
      // Optional ones are for other platforms, or could not be compiled.
      if (place !== undefined && isThere(place)) visit(place)
      else if (isNeeded && packages[place]?.optional !== true)
        throw new Error(`${path} needs ${name}, which is missing.`)
    }
  }
  workspaces.forEach(visit)
  return [...found].filter((path) => path.includes('node_modules/')).sort()
}
