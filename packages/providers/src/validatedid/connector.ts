import type { Connector } from '../connector.ts'
import { connectSignCloud } from '../protocols/signcloud/connect-signcloud.ts'
import type { SettingsReader } from '../registered-provider.ts'
import { manifest } from './manifest.ts'

/** @returns undefined while no address is set */
export const connect = (settings: SettingsReader): Connector | undefined => connectSignCloud(settings, manifest.label)
