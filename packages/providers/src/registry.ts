/** Every provider of this server: one folder, one line here. */
import type { Provider } from './registered-provider.ts'
import { provider as keyvault } from './keyvault/index.ts'

export const registry: readonly Provider[] = [keyvault]
