import type { Provider } from '../registered-provider.ts'
import { connect } from './connector.ts'
import { manifest } from './manifest.ts'

export const provider: Provider = { kind: 'remote', manifest, prefix: 'IVNOSYS', connect }
