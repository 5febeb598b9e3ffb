/** The object store that the settings name. What speaks S3 is loaded only where there is a bucket. */
import type { ObjectsConfig, S3ObjectsConfig } from '../../config/read-objects.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import { openBothStores } from './both-stores.ts'
import { openDiskObjectStore } from './disk-object-store.ts'
import type { S3Requests } from './s3/s3-requests.ts'

export interface OpenedObjectStore extends Disposable {
  readonly store: ObjectStore
  /**
   * Proves that a bucket keeps what we rely upon; of a disk it is known.
   * @param installation whose objects are kept there from now on, and nobody else's; of a disk that is the operator's
   * @throws {ObjectStoreRefused}
   */
  check(installation?: string): Promise<void>
}

export async function openObjectStore(config: ObjectsConfig): Promise<OpenedObjectStore> {
  if (config.kind === 'disk') {
    const store = openDiskObjectStore(config.folder)
    return { store, check: () => store.probe(), [Symbol.dispose]: () => undefined }
  }
  const { openS3Requests } = await import('./s3/s3-requests.ts')
  const requests = await openS3Requests(config)
  const store = await openBucket(config, requests)
  return {
    store,
    check: (installation) => check(config, requests, installation),
    [Symbol.dispose]: () => requests.close(),
  }
}

async function openBucket({ prefix, alsoOnDisk }: S3ObjectsConfig, requests: S3Requests): Promise<ObjectStore> {
  const { openS3ObjectStore } = await import('./s3/s3-object-store.ts')
  const bucket = openS3ObjectStore({ requests, prefix })
  return alsoOnDisk === undefined ? bucket : openBothStores(bucket, openDiskObjectStore(alsoOnDisk))
}

async function check(
  { bucket, prefix, retentionDays }: S3ObjectsConfig,
  requests: S3Requests,
  installation: string | undefined,
): Promise<void> {
  const { checkStore } = await import('./s3/check-store.ts')
  const isRetaining = retentionDays !== undefined
  await checkStore({ requests, bucket, prefix, isRetaining, installation, now: () => new Date() })
}
