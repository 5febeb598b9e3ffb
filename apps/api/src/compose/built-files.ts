import { fileURLToPath } from 'node:url'

const here = import.meta.url
const isSource = here.endsWith('.ts')

/** The built portal: beside the bundle, or in dist/ of the source tree. */
export const portalFolder = fileURLToPath(new URL(isSource ? '../../../../dist/web/' : './web/', here))

/** The program that checks evidence by itself, as the build puts it beside the bundle; a source tree is no release. */
export const verifierFile = isSource ? undefined : new URL('./rubrica-evidence.mjs', here)

/** Where the build puts the catalogues of texts; undefined in a source tree, where their package has them. */
export const cataloguesFolder = isSource ? undefined : new URL('./catalogues/', here)
