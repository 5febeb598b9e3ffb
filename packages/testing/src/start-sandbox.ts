import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import { startProgram, type RunningProgram } from './start-program.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

/** How a service of the sandbox misbehaves; `operation` is one of its calls, all of them when left out. */
export interface SandboxFault {
  readonly service: string
  readonly operation?: string
  readonly fault: string
  readonly times?: number
}

export interface RunningSandbox extends RunningProgram {
  readonly dataDir: string
  /** Makes its services fail, as `POST /control/faults` says. */
  inject(fault: SandboxFault): Promise<void>
  /** Makes a call of `/control/…`. */
  control(path: string, body: object): Promise<Response>
  /** A key file of a demo person, or of whom `legalId` says, as `POST /control/people` takes it. */
  makePerson(person: PersonWish): Promise<Uint8Array>
}

/** Who the demo people are to the state: the certificates that they sign with say so. */
export const LEGAL_IDS = { ana: '00000000T', biel: '00000001R', carla: '00000002W' } as const

export interface PersonWish extends Readonly<Record<string, unknown>> {
  /** Whose certificate it is; Ana's where nothing is said. */
  readonly of?: keyof typeof LEGAL_IDS
}

/** Keys that sandboxes under test share. */
const KEY_POOL = resolve(import.meta.dirname, '../../../.cache/test-keys')
/** Others, for a sandbox whose data hold keys of the pool: it would take those a second time. */
const FURTHER_KEYS = resolve(KEY_POOL, 'further')

export interface SandboxStart {
  /** Has keys that no other sandbox has, so that nobody who trusts one trusts the other. */
  readonly isStranger?: boolean
  /** Folder with the data of a sandbox that was stopped, whose address this one takes. */
  readonly copyOf?: string
}

/** Starts a sandbox with data of its own on a free port. */
export async function startSandbox({ isStranger = false, copyOf }: SandboxStart = {}): Promise<RunningSandbox> {
  const directory = await makeTemporaryDirectory()
  if (copyOf !== undefined) await cp(copyOf, directory.path, { recursive: true })
  const keys = isStranger ? {} : { KEY_POOL: copyOf === undefined ? KEY_POOL : FURTHER_KEYS }
  const program = await startProgram('sandbox', { DATA_DIR: directory.path, PORT: '0', ...keys })
  const control = async (path: string, body: object): Promise<Response> => {
    const answer = await fetch(`${program.url}/control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`the sandbox refused /control/${path}: ${await answer.text()}`)
    return answer
  }
  return {
    ...program,
    dataDir: directory.path,
    control,
    inject: async (fault) => void (await control('faults', fault)),
    makePerson: async ({ of = 'ana', ...wish }) => {
      const answer = await control('people', { legalId: LEGAL_IDS[of], ...wish })
      return new Uint8Array(await answer.arrayBuffer())
    },
    [Symbol.asyncDispose]: async () => {
      await program.stop()
      await directory[Symbol.asyncDispose]()
    },
  }
}
