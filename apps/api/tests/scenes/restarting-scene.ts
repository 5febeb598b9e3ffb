import { inject } from 'vitest'
import { fixedPort, openScene, type Scene } from '@rubrica/testing'

/** Starts a scene whose server may be killed and started again in the middle of a signature. */
export const openRestartingScene = (): Promise<Scene> =>
  openScene({
    postgres: inject('sharedPostgres'),
    env: {
      CALLS_PER_MINUTE: '1000000',
      LOGINS_PER_MINUTE_AND_USER: '1000',
      // Short, so that the claim of a killed server runs out while the test waits for nothing else.
      SIGNING_LEASE_MS: '1000',
      // Long, so that faults of the authority are met by signatures alone.
      ARCHIVE_DELAY_MS: '3600000',
      // A fixed port: the people of the scene keep their addresses over restarts.
      PORT: fixedPort(),
    },
  })
