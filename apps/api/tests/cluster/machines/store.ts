import { join } from 'node:path'
import { noS3, startS3, type ProgramEnvironment } from '@rubrica/testing'
import { startFaultyStore, type FaultyStore } from './faulty-store.ts'

/** The bucket that all servers share, behind somebody who plays its bad days. */
export interface ClusterStore extends Pick<FaultyStore, 'play' | 'deleted'> {
  readonly port: number
  /** For a process that reaches it at a port. */
  settings(port: number): ProgramEnvironment
  /** Copies it all, as another bucket to which it is replicated has it. @returns the folder */
  copy(into: string): Promise<string>
  stop(): Promise<void>
}

const BUCKET = 'rubrica'

/** @returns undefined, and says why, where there is no S3 store: then the servers share a folder */
export async function startStore(
  report: (message: string) => void,
  copyOf: string | undefined,
): Promise<ClusterStore | undefined> {
  if (noS3 !== undefined) {
    report(`Stored documents are in a shared folder: ${noS3}`)
    return undefined
  }
  const s3 = await startS3(copyOf)
  if (copyOf === undefined) await s3.makeBucket(BUCKET)
  const faulty = await startFaultyStore(s3.endpoint)
  return {
    port: Number(new URL(faulty.endpoint).port),
    play: (fault) => faulty.play(fault),
    deleted: () => faulty.deleted(),
    settings: (port) => ({
      ...s3.settings(BUCKET),
      OBJECTS_URL: `s3://${BUCKET}/objects?endpoint=http://127.0.0.1:${port}`,
    }),
    copy: async (into) => {
      const folder = join(into, 'objects')
      await s3.copy(folder)
      return folder
    },
    stop: async () => {
      await faulty.stop()
      await s3[Symbol.asyncDispose]()
    },
  }
}
