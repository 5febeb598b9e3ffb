/**
 * The few requests that we make of an S3 store (Amazon S3 API, 2006-03-01). Each has a time and three tries. A PUT is
 * conditional (`If-None-Match: *`) and says its SHA-256 twice: as checksum of the object, and in the signature of the
 * request. So nothing is overwritten, and no octet that changed on its way is kept.
 */
import { Readable } from 'node:stream'
import type * as s3 from '@aws-sdk/client-s3'
import type { S3ObjectsConfig } from '../../../config/read-objects.ts'
import { quietAws } from '../../operating-system/quiet-aws.ts'
import { readPieces } from './read-pieces.ts'
import { S3Failure, toFailure } from './s3-failure.ts'
import { timeFor, tryAgain } from './try-again.ts'

export interface S3Requests {
  /** @returns `there` when there was an object already. @throws {S3Failure} as all of them */
  put(key: string, body: S3Body): Promise<S3Stored>
  head(key: string): Promise<S3Head>
  /** From the first octet to the last; begun again where it was cut off. */
  read(key: string): AsyncGenerator<Uint8Array>
  delete(key: string, version?: string): Promise<void>
  list(beginning: string): AsyncGenerator<S3Listed>
  /** Nobody can delete this version before then (COMPLIANCE). */
  retain(key: string, until: Date, version?: string): Promise<void>
  close(): void
}

export interface S3Body {
  readonly parts: readonly Uint8Array[]
  /** SHA-256 of the parts, hex. */
  readonly digest: string
  /** What is claimed to be their SHA-256, where that is to be another. */
  readonly claimed?: string
}

export interface S3Stored {
  readonly outcome: 'stored' | 'there'
  readonly version: string | undefined
}

export interface S3Head {
  readonly size: number
  /** SHA-256 as the store keeps it, hex. */
  readonly digest: string | undefined
}

export interface S3Listed {
  readonly key: string
  readonly size: number
  readonly storedAt: Date
}

/** A connection of our own is there within so much of the time that a small object has. */
const CONNECTING = 0.2
/** A copy of a small object takes less than a stream. */
const COPIED = 1024 * 1024
/** More requests than a server has under way. */
const SOCKETS = 256

/** What speaks S3 takes long to load, and most servers have a disk: it comes only now. */
export async function openS3Requests(config: S3ObjectsConfig): Promise<S3Requests> {
  const { bucket: Bucket, timeoutMs } = config
  const sdk = await import('@aws-sdk/client-s3')
  const client = openClient(sdk, config)
  const ask = <T>(call: string, work: (signal: AbortSignal) => Promise<T>) => tryAgain({ call, ms: timeoutMs }, work)
  return {
    put: (key, body) => put({ sdk, client, timeoutMs }, { Bucket, Key: key }, body),
    head: (Key) =>
      ask('HEAD', async (abortSignal) => {
        const command = new sdk.HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' })
        const { ContentLength = 0, ChecksumSHA256 } = await client.send(command, { abortSignal })
        return { size: ContentLength, digest: ChecksumSHA256 && toHex(ChecksumSHA256) }
      }),
    read: (Key) =>
      readPieces(timeoutMs, async (at, abortSignal) => {
        const range = at > 0 && { Range: `bytes=${at}-` }
        const answer = await client.send(new sdk.GetObjectCommand({ Bucket, Key, ...range }), { abortSignal })
        return {
          body: answer.Body as Readable,
          length: answer.ContentLength,
          from: Number(/^bytes (\d+)-/.exec(answer.ContentRange ?? '')?.[1] ?? 0),
        }
      }),
    delete: (Key, VersionId) =>
      ask('DELETE', async (abortSignal) => {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key, VersionId }), { abortSignal })
      }),
    list: (beginning) =>
      list((token) =>
        ask('LIST', (abortSignal) => {
          const command = new sdk.ListObjectsV2Command({ Bucket, Prefix: beginning, ContinuationToken: token })
          return client.send(command, { abortSignal })
        }),
      ),
    retain: (Key, RetainUntilDate, VersionId) =>
      ask('PUT ?retention', async (abortSignal) => {
        const Retention = { Mode: 'COMPLIANCE', RetainUntilDate } as const
        const command = new sdk.PutObjectRetentionCommand({ Bucket, Key, VersionId, Retention })
        await client.send(command, { abortSignal })
      }),
    close: () => client.destroy(),
  }
}

function openClient(sdk: typeof s3, { endpoint, region, credentials, timeoutMs }: S3ObjectsConfig): s3.S3Client {
  quietAws()
  return new sdk.S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(region !== undefined && { region }),
    ...(credentials && {
      credentials: { accessKeyId: credentials.accessKey, secretAccessKey: credentials.secretKey.reveal() },
    }),
    // We count tries and time ourselves, and say the checksum ourselves.
    ...{ maxAttempts: 1, expectContinueHeader: false },
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
    requestHandler: {
      connectionTimeout: Math.round(timeoutMs * CONNECTING),
      httpsAgent: { maxSockets: SOCKETS },
      httpAgent: { maxSockets: SOCKETS },
    },
  })
}

const toBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
const toHex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

interface Putting {
  readonly sdk: typeof s3
  readonly client: s3.S3Client
  readonly timeoutMs: number
}

async function put(
  { sdk, client, timeoutMs }: Putting,
  place: { readonly Bucket: string; readonly Key: string },
  { parts, digest, claimed = digest }: S3Body,
): Promise<S3Stored> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const small = length <= COPIED ? Buffer.concat(parts, length) : undefined
  const input: s3.PutObjectCommandInput = {
    ...{ ...place, IfNoneMatch: '*', ContentLength: length, ContentType: 'application/octet-stream' },
    ChecksumSHA256: toBase64(claimed),
  }
  try {
    return await tryAgain({ call: 'PUT', ms: timeFor(timeoutMs, length) }, async (abortSignal) => {
      // A stream is spent by one try.
      const command = new sdk.PutObjectCommand({ ...input, Body: small ?? Readable.from(parts) })
      signDigest(command, digest)
      const { ChecksumSHA256, VersionId } = await client.send(command, { abortSignal })
      if (ChecksumSHA256 !== undefined && ChecksumSHA256 !== input.ChecksumSHA256) {
        throw new S3Failure('digest', 'PUT: the store answers another checksum')
      }
      return { outcome: 'stored', version: VersionId }
    })
  } catch (error) {
    const failure = toFailure(error, 'PUT')
    if (failure.problem === 'there') return { outcome: 'there', version: undefined }
    throw failure
  }
}

/** The digest is known already: the SDK need not hash the octets again, and could not hash a stream. */
function signDigest(command: s3.PutObjectCommand, digest: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = digest
      return next(args)
    },
    { step: 'build', name: 'signDigest' },
  )
}

interface ListAnswer {
  readonly Contents?: readonly { readonly Key?: string; readonly Size?: number; readonly LastModified?: Date }[]
  readonly NextContinuationToken?: string
}

async function* list(ask: (token: string | undefined) => Promise<ListAnswer>): AsyncGenerator<S3Listed> {
  let token: string | undefined
  for (;;) {
    const { Contents = [], NextContinuationToken } = await ask(token)
    for (const { Key, Size, LastModified } of Contents) {
      if (Key !== undefined && LastModified) yield { key: Key, size: Size ?? 0, storedAt: LastModified }
    }
    if (NextContinuationToken === undefined) return
    if (NextContinuationToken === token) throw new S3Failure('refused', 'LIST: the store never comes to an end')
    token = NextContinuationToken
  }
}
