/** Every provider of this server: one folder, one line here. */
import type { Provider } from './registered-provider.ts'
import { provider as firmaremota } from './firmaremota/index.ts'
import { provider as ivnosys } from './ivnosys/index.ts'
import { provider as keyvault } from './keyvault/index.ts'
import { provider as nebula } from './nebula/index.ts'
import { provider as redtrust } from './redtrust/index.ts'
import { provider as software } from './software/index.ts'
import { provider as swisscom } from './swisscom/index.ts'
import { provider as uanataca } from './uanataca/index.ts'
import { provider as validatedid } from './validatedid/index.ts'

export const registry: readonly Provider[] = [
  software,
  keyvault,
  firmaremota,
  redtrust,
  uanataca,
  validatedid,
  swisscom,
  nebula,
  ivnosys,
]
