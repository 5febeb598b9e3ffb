import type { Provider } from '../registered-provider.ts'
import { manifest } from './manifest.ts'

export const provider: Provider = { kind: 'vault', manifest }
