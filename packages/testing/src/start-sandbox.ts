import { startProgram, type RunningProgram } from './start-program.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

export interface RunningSandbox extends RunningProgram {
  readonly dataDir: string
  /** Makes its services fail, as `POST /control/faults` says. */
  inject(fault: { service: 'tsa' | 'ocsp' | 'est' | 'smtp'; fault: string; times?: number }): Promise<void>
  /** A key file of a new person, as `POST /control/people` says. */
  makePerson(person: Readonly<Record<string, unknown>>): Promise<Uint8Array>
}

/** Starts a sandbox with data of its own on a free port. */
export async function startSandbox(): Promise<RunningSandbox> {
  const directory = await makeTemporaryDirectory()
  const program = await startProgram('sandbox', { DATA_DIR: directory.path, PORT: '0' })
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
    inject: async (fault) => void (await control('faults', fault)),
    makePerson: async (person) => new Uint8Array(await (await control('people', person)).arrayBuffer()),
    [Symbol.asyncDispose]: async () => {
      await program.stop()
      await directory[Symbol.asyncDispose]()
    },
  }
}
