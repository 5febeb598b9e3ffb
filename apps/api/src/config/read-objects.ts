/** Where stored objects are: on the disk, or in a bucket of an S3 store. */
import { join } from 'node:path'
import type { EnvironmentReader } from './environment-reader.ts'
import { Secret } from './secret.ts'

export interface DiskObjectsConfig {
  readonly kind: 'disk'
  readonly folder: string
}

export interface S3ObjectsConfig {
  readonly kind: 's3'
  readonly bucket: string
  /** What each key begins with, without a slash at the end; empty for nothing. */
  readonly prefix: string
  /** Undefined for AWS itself. */
  readonly endpoint: string | undefined
  /** Undefined: as the environment or the profile of the AWS tools says. */
  readonly region: string | undefined
  /** Undefined: found as the AWS tools do, in the environment, a file, or the role of the machine. */
  readonly credentials: { readonly accessKey: string; readonly secretKey: Secret } | undefined
  /** How long the store may take for a small object; a larger one has longer. */
  readonly timeoutMs: number
  /** Where objects are read that are not in the bucket yet. */
  readonly alsoOnDisk: string | undefined
  /** Days for which nobody can delete the objects of a document that is archived. */
  readonly retentionDays: number | undefined
}

export type ObjectsConfig = DiskObjectsConfig | S3ObjectsConfig

/** What only a bucket has. */
const FOR_S3 = ['OBJECTS_ACCESS_KEY', 'OBJECTS_SECRET_KEY', 'OBJECTS_ALSO_ON_DISK', 'OBJECTS_RETENTION_DAYS'] as const
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^(?:[\w.-]+(?:\/[\w.-]+)*)?$/
const PARAMETERS = new Set(['endpoint', 'region'])
const IN_FORM = 's3://BUCKET or s3://BUCKET/PREFIX, followed by ?endpoint=https://HOST&region=REGION as needed'

/** Where objects lie that are in no bucket. */
export const diskObjects = (dataDir: string): DiskObjectsConfig => ({ kind: 'disk', folder: join(dataDir, 'objects') })

export function readObjects(read: EnvironmentReader, dataDir: string): ObjectsConfig {
  const address = read.text('OBJECTS_URL')
  const timeoutMs = read.wholeNumber('OBJECTS_TIMEOUT_MS', { fallback: 5000, min: 500, max: 120_000 })
  const retentionDays = read.wholeNumber('OBJECTS_RETENTION_DAYS', { fallback: 0, min: 0, max: 36_500 })
  const alsoOnDisk = read.flag('OBJECTS_ALSO_ON_DISK')
  if (address === undefined) {
    const without = FOR_S3.filter((name) => read.text(name) !== undefined)
    if (without.length > 0)
      read.problems.push(`OBJECTS_URL names no bucket, so ${without.join(' and ')} must not be set.`)
    return diskObjects(dataDir)
  }
  const place = readPlace(address)
  if (!place) read.problems.push(`OBJECTS_URL must be ${IN_FORM}.`)
  return {
    ...{ kind: 's3', bucket: '', prefix: '', endpoint: undefined, region: undefined, ...place, timeoutMs },
    credentials: readCredentials(read),
    alsoOnDisk: alsoOnDisk ? diskObjects(dataDir).folder : undefined,
    retentionDays: retentionDays === 0 ? undefined : retentionDays,
  }
}

type Place = Pick<S3ObjectsConfig, 'bucket' | 'prefix' | 'endpoint' | 'region'>

/** @returns undefined for what is not in the form; nothing is told of it, since it may hold a secret */
function readPlace(address: string): Place | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 's3:' || url.username + url.password + url.port + url.hash !== '') return undefined
  const [bucket, prefix] = [url.hostname, url.pathname.replace(/^\//, '').replace(/\/$/, '')]
  const way = readWay(url.searchParams)
  return way && BUCKET.test(bucket) && PREFIX.test(prefix) ? { bucket, prefix, ...way } : undefined
}

function readWay(parameters: URLSearchParams): Pick<Place, 'endpoint' | 'region'> | undefined {
  const isKnown = [...parameters.keys()].every((name) => PARAMETERS.has(name))
  const endpoint = parameters.get('endpoint') ?? undefined
  if (!isKnown || (endpoint !== undefined && !isEndpoint(endpoint))) return undefined
  // Stores other than AWS take any region, and the SDK wants one.
  const region = parameters.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1')
  return region === '' ? undefined : { endpoint: endpoint?.replace(/\/+$/, ''), region }
}

function isEndpoint(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.username + url.search + url.hash === ''
}

function readCredentials(read: EnvironmentReader): S3ObjectsConfig['credentials'] {
  const [accessKey, secretKey] = [read.text('OBJECTS_ACCESS_KEY'), read.text('OBJECTS_SECRET_KEY')]
  if (accessKey !== undefined && secretKey !== undefined) return { accessKey, secretKey: new Secret(secretKey) }
  if (accessKey !== undefined || secretKey !== undefined) {
    read.problems.push('OBJECTS_ACCESS_KEY and OBJECTS_SECRET_KEY must be set together.')
  }
  return undefined
}
