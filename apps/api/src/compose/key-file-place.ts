import type { KeyFilePlace } from '../adapters/server-keys/file-server-keys.ts'
import { openKek } from '../adapters/server-keys/kek/open-kek.ts'
import type { Config } from '../config/config.ts'

/** Where the server keys are, and what opens them. */
export const keyFilePlace = ({ serverKeyFile, serverKeyKek }: Config): KeyFilePlace => ({
  path: serverKeyFile,
  kek: serverKeyKek && openKek(serverKeyKek),
})
