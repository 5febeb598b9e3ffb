import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { installPython, ProgramMissing } from '../../../../../tools/install-strangers.mjs'

export interface Moto {
  /** What a program needs in its environment to take it for AWS. */
  readonly env: Readonly<Record<string, string>>
  /** ARN of a key for encryption. */
  readonly key: string
  stop(): Promise<void>
}

/** Starts moto, which plays AWS, with one key; or says in a sentence why not. */
export async function startMoto(): Promise<Moto | string> {
  let python: string
  try {
    const requirements = join(import.meta.dirname, 'requirements.txt')
    python = installPython({ folder: 'moto', requirements, name: 'moto', report: () => undefined })
  } catch (error) {
    if (error instanceof ProgramMissing) return error.message
    throw error
  }
  const child = spawn(python, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const address = await Promise.race([findAddress(child.stderr), ended])
  if (!address) return 'moto ended before it listened.'
  const env = {
    ...{ AWS_ENDPOINT_URL_KMS: address, AWS_REGION: 'eu-west-1' },
    // On Node 20 the client announces its end, which is no error of ours.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    ...{ AWS_ACCESS_KEY_ID: 'canary-id', AWS_SECRET_ACCESS_KEY: 'canary-secret' },
  }
  const credentials = { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY }
  const client = new KMSClient({ endpoint: address, region: env.AWS_REGION, credentials })
  const { KeyMetadata } = await client.send(new CreateKeyCommand({}))
  client.destroy()
  return { env, key: KeyMetadata!.Arn!, stop }
}

async function findAddress(output: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: output })) {
    const found = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)
    if (found) {
      // What it writes afterwards must not fill the pipe.
      output.resume()
      return found[1]
    }
  }
  return undefined
}
