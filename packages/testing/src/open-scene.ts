import { firstScene } from './copy-first-scene.ts'
import type { SharedPostgres } from './create-database.ts'
import { logIn, type LoggedIn } from './log-in.ts'
import { makePdf } from './make-pdf.ts'
import { registerSceneClient, type SceneClient } from './register-scene-client.ts'
import type { SentDocument } from '@rubrica/contract'
import { sendDocument, senderToken, type AttachedFile } from './send-document.ts'
import { DEMO_PASSWORD, startPortal, type PortalOptions, type RunningPortal } from './start-portal.ts'
import { StartFailed } from './start-program.ts'

/** A demo person with a key in the vault. */
export interface DemoSigner extends LoggedIn {
  readonly certificateId: string
  readonly pin: string
}

/** A certificate as the portal lists it. */
export type PortalCertificate = Awaited<ReturnType<LoggedIn['call']['certificates']>>[number]

export type DemoName = 'ana' | 'biel' | 'carla'

/** A portal with its demo people logged in, and a program that sends documents. */
export interface Scene extends AsyncDisposable {
  readonly portal: RunningPortal
  readonly people: Readonly<Record<DemoName, DemoSigner>>
  /** A token of the sending program. */
  readonly senderToken: string
  /** A token of the same program, which may also log people in and have them led to https://scene.example.test/done. */
  readonly logInToken: string
  /** Logs everybody in again: tokens last half an hour, which some scenes outlive. */
  renew(): Promise<void>
  send(document: SceneDocument): Promise<SentDocument>
  download(document: { guid: string }): Promise<Uint8Array>
}

export interface SceneDocument {
  readonly signers: readonly DemoName[]
  readonly pdf?: Uint8Array
  readonly attachments?: readonly AttachedFile[]
  /** Added to each signer of the description. */
  readonly signer?: object
  /** Added to the description. */
  readonly description?: object
}

interface DemoPerson {
  readonly id: DemoName
  readonly pin: string
}

async function demoSigner(url: string, { id, pin }: DemoPerson): Promise<DemoSigner> {
  const person = await logIn(url, { userId: id, password: DEMO_PASSWORD })
  const [certificate] = await person.call.certificates({ params: { legalid: person.legalId } })
  return Object.assign(person, { certificateId: certificate!.GUID, pin })
}

export interface SceneOptions {
  /** The PostgreSQL of the run; without it the server starts its own. */
  readonly postgres?: SharedPostgres
  readonly env?: PortalOptions['env']
  /** Has its own server seed the demo people: where the test is about that, or about what the server said of it. */
  readonly isSeededAnew?: boolean
}

/** Starts a scene. */
export async function openScene(options: SceneOptions = {}): Promise<Scene> {
  const { portal, client } = (await copyScene(options)) ?? (await seedScene(options))
  const tokens = await openTokens(portal.url, client)
  const demo = (await (await fetch(`${portal.sandbox.url}/people.json`)).json()) as { people: DemoPerson[] }
  const people = await Promise.all(
    demo.people.map(async (person) => [person.id, await demoSigner(portal.url, person)] as const),
  )
  return {
    portal,
    people: Object.fromEntries(people) as Record<DemoName, DemoSigner>,
    get senderToken() {
      return tokens.now.sender
    },
    get logInToken() {
      return tokens.now.logIn
    },
    renew: async () => {
      await Promise.all([tokens.renew(), ...people.map(([, person]) => person.renew())])
    },
    send: async ({ signers, pdf = makePdf(), attachments = [], signer = {}, description = {} }) =>
      sendDocument(portal.url, await tokens.freshSender(), {
        document: pdf,
        attachments,
        description: {
          fileName: 'document.pdf',
          signers: signers.map((userId) => ({ userId, ...signer })),
          ...description,
        },
      }),
    download: async ({ guid }) => {
      const answer = await fetch(`${portal.url}/api/v1/documents/${guid}/content`, {
        headers: { authorization: `Bearer ${await tokens.freshSender()}` },
      })
      if (!answer.ok) throw new Error(`no document: ${answer.status} ${await answer.text()}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
    [Symbol.asyncDispose]: () => portal[Symbol.asyncDispose](),
  }
}

const RENEWED_MS = 20 * 60_000

/** The tokens of the sending program; what it sends and fetches, however late, is with a fresh one. */
async function openTokens(url: string, client: SceneClient) {
  const ask = async () => ({ sender: await senderToken(url, client), logIn: await senderToken(url, client, 'login') })
  const tokens = { now: await ask(), since: performance.now() }
  const renew = async () => Object.assign(tokens, { now: await ask(), since: performance.now() })
  return {
    get now() {
      return tokens.now
    },
    renew,
    freshSender: async () => {
      if (performance.now() - tokens.since > RENEWED_MS) await renew()
      return tokens.now.sender
    },
  }
}

interface Begun {
  readonly portal: RunningPortal
  readonly client: SceneClient
}

async function seedScene({ postgres, env }: SceneOptions): Promise<Begun> {
  const portal = await startPortal({ postgres, env })
  return { portal, client: await registerSceneClient(portal) }
}

/**
 * @returns undefined where the scene has to be seeded, also because another one is open at the address of the copies
 */
async function copyScene({ postgres, env, isSeededAnew = false }: SceneOptions): Promise<Begun | undefined> {
  if (!postgres?.firstScenes || isSeededAnew) return undefined
  const first = await firstScene(postgres, postgres.firstScenes)
  try {
    return { portal: await startPortal({ postgres, env, copyOf: first }), client: first.client }
  } catch (error) {
    if (error instanceof StartFailed && error.output.includes('another program uses it')) return undefined
    throw error
  }
}

/** The digest of what a document asks its signer to accept, as the portal reads it. */
export async function termsOf({ call }: Pick<DemoSigner, 'call'>, signerGuid: string): Promise<string> {
  const params = { signerGuid, kind: 'SIGNATURE_MULTIPOSITION_SIMPLE', lang: 'en' } as const
  return (await call.disclaimerText({ params })).Digest
}

interface Trial {
  readonly attempt?: string
  readonly pin?: string
  /** Of `termsOf`. */
  readonly accepted?: string
}

/** Signs with the person's vault key and returns the status: 204, that of the error, or 0 when no answer came. */
export async function trySigning(
  person: DemoSigner,
  signerGuid: string,
  { attempt = crypto.randomUUID(), pin = person.pin, accepted }: Trial = {},
): Promise<number> {
  try {
    await person.call.sign({
      params: { type: 'keyvault', signerGuid },
      body: {
        CertGUID: person.certificateId,
        PIN: pin,
        AccessMethod: 'USER_PASS',
        ...(accepted !== undefined && { AcceptedDisclaimer: accepted }),
      },
      headers: { 'idempotency-key': attempt },
    })
    return 204
  } catch (error) {
    return (error as { status?: number }).status ?? 0
  }
}
