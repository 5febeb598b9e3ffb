import type { Log } from '../../ports/log.ts'
import type { RegisteredKey } from '../../ports/server-keys.ts'
import type { FileServerKeys } from './file-server-keys.ts'

/** Takes over what the database says of the keys, each time; what is wrong with the file is logged once. */
export function followServerKeys(serverKeys: FileServerKeys, log: Log) {
  let told: string | undefined
  return async (registered: readonly RegisteredKey[]): Promise<void> => {
    await serverKeys.follow(registered)
    const complaint = serverKeys.lack() ?? serverKeys.complaint()
    if (complaint !== undefined && complaint !== told)
      log.warn({ complaint }, 'The server key file is not as it should be.')
    told = complaint
  }
}
