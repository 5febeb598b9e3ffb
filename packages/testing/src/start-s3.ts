/** An S3 store for tests: versitygw over a folder, which `npm test` builds where there is Go. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, GetObjectRetentionCommand, S3Client } from '@aws-sdk/client-s3'
import { findGoProgram } from '../../../tools/go-programs.mjs'
import { makeTemporaryDirectory } from './temporary-directory.ts'

export const S3_KEYS = { accessKey: 'rubrica', secretKey: 'rubrica-secret' } as const

/** Why tests of S3 are skipped; undefined where they run. */
export const noS3 =
  findGoProgram('versitygw') === undefined ? 'versitygw is not there: "npm test" builds it where Go is.' : undefined

export interface RunningS3 extends AsyncDisposable {
  readonly endpoint: string
  /** Holds a folder for each bucket. */
  readonly folder: string
  /** @param isLocking objects in it can be locked, and have versions */
  makeBucket(name: string, isLocking?: boolean): Promise<void>
  /** Whether nobody can delete the object for the time being. */
  isLocked(bucket: string, key: string): Promise<boolean>
  /** The settings of a server whose objects are in this bucket. */
  settings(bucket: string): Record<'OBJECTS_URL' | 'OBJECTS_ACCESS_KEY' | 'OBJECTS_SECRET_KEY', string>
  /** Copies its folder, with the attributes of the files, in which what is known of an object is kept. */
  copy(into: string): Promise<void>
  /** Ends the program as a power cut would. */
  kill(): Promise<void>
  /** Starts it again, at the same address and with the same objects. */
  start(): Promise<void>
}

/** @param copyOf folder of a store that was stopped, with the buckets and objects that this one has */
export async function startS3(copyOf?: string): Promise<RunningS3> {
  const program = findGoProgram('versitygw')
  if (program === undefined) throw new Error(noS3)
  const directory = await makeTemporaryDirectory()
  const [folder, versions] = [join(directory.path, 'objects'), join(directory.path, 'versions')]
  for (const path of [folder, versions]) await mkdir(path)
  if (copyOf !== undefined) await copyWhole(copyOf, folder)
  const port = await findPort()
  const endpoint = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(program, ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--versioning-dir', versions, folder], {
      stdio: 'ignore',
      env: { ROOT_ACCESS_KEY: S3_KEYS.accessKey, ROOT_SECRET_KEY: S3_KEYS.secretKey },
    })
    await untilAnswers(endpoint, child)
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  const client = new S3Client({
    ...{ endpoint, region: 'us-east-1', forcePathStyle: true },
    credentials: { accessKeyId: S3_KEYS.accessKey, secretAccessKey: S3_KEYS.secretKey },
  })
  return {
    endpoint,
    folder,
    makeBucket: async (Bucket, isLocking = false) => {
      await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: isLocking }))
    },
    copy: (into) => copyWhole(folder, into),
    isLocked: async (Bucket, Key) => {
      const { Retention } = await client.send(new GetObjectRetentionCommand({ Bucket, Key }))
      return Retention?.Mode === 'COMPLIANCE' && (Retention.RetainUntilDate ?? 0) > new Date()
    },
    settings: (bucket) => ({
      OBJECTS_URL: `s3://${bucket}/objects?endpoint=${endpoint}`,
      OBJECTS_ACCESS_KEY: S3_KEYS.accessKey,
      OBJECTS_SECRET_KEY: S3_KEYS.secretKey,
    }),
    kill,
    start,
    [Symbol.asyncDispose]: async () => {
      client.destroy()
      await kill()
      await directory[Symbol.asyncDispose]()
    },
  }
}

async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** It says nothing that could be waited for. */
async function untilAnswers(endpoint: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(endpoint).catch(() => undefined)
    if (answer) return
    await sleep(20)
  }
  throw new Error('versitygw did not start')
}

/** @param into made where it is not there */
async function copyWhole(folder: string, into: string): Promise<void> {
  await mkdir(into, { recursive: true })
  await promisify(execFile)('cp', ['-a', `${folder}/.`, into])
}
