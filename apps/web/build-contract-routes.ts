import { fileURLToPath } from 'node:url'
import { runnerImport, type Plugin } from 'vite'
import type { Contract } from '../../packages/contract/src/contract.ts'

const VIRTUAL = 'virtual:contract-routes'
const CONTRACT = fileURLToPath(new URL('../../packages/contract/src/contract.ts', import.meta.url))

/**
 * The contract as the browser needs it: where each call goes, without the schemas.
 * The server validates; leaving the validator out makes the first screen a sixth lighter.
 */
export const contractRoutes: Plugin = {
  name: 'contract-routes',
  resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
  async load(id) {
    if (id !== `\0${VIRTUAL}`) return undefined
    this.addWatchFile(CONTRACT)
    const { module } = await runnerImport<{ contract: Contract }>(CONTRACT, { configFile: false })
    const routes = Object.entries(module.contract).map(([name, { method, path, base, auth, ...rest }]) => [
      name,
      { method, path, base, auth, ...('bodyKind' in rest && { bodyKind: rest.bodyKind }) },
    ])
    return `export const contractRoutes = ${JSON.stringify(Object.fromEntries(routes))}`
  },
}
