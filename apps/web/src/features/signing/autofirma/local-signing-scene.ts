/** For the tests of signing with Autofirma: an application and a server that note what is asked of them. */
import type { AutofirmaConnection, AutofirmaStage } from '@rubrica/autofirma'
import { ApiError } from '@rubrica/contract'
import type { BatchOutcome } from '../run/run-batch.ts'
import { LocalSigning } from './local-signing.ts'
import type { LocalCalls, LocalStage, LocalTask } from './local-task.ts'

export const refusal = (status: number, Code: string) => new ApiError(status, { Code, Message: Code })
const NOWHERE = () => Promise.resolve({ address: '', place: '' })
const text = (octets: Uint8Array) => new TextDecoder().decode(octets)
export const bytes = (words: string) => new TextEncoder().encode(words)

interface Scenery {
  readonly documents?: readonly string[]
  readonly place?: 'list' | 'detail'
  readonly calls?: Partial<LocalCalls>
  readonly session?: Partial<AutofirmaConnection>
  readonly open?: () => Promise<never>
  /** A server that knows no runs of values without it. */
  readonly signOnServer?: LocalTask['signOnServer']
  /** Keys of attempts that an earlier page has left, by signer. */
  readonly kept?: readonly (readonly [string, string])[]
}

/** An application that signs all that it is asked to, unless `special` says otherwise, and notes it in `log`. */
function noteApplication(log: string[], special: Partial<AutofirmaConnection> | undefined) {
  let isOpen = true
  const session: AutofirmaConnection = {
    get isOpen() {
      return isOpen
    },
    chooseCertificate: () => {
      log.push('choose')
      return Promise.resolve(bytes('certificate'))
    },
    sign: (toBeSigned) => {
      log.push(`sign ${text(toBeSigned)}`)
      return Promise.resolve({ certificate: bytes('certificate'), signature: bytes(`signed ${text(toBeSigned)}`) })
    },
    signMany: (many) => {
      log.push(`sign ${many.map(({ id }) => id).join('+')}`)
      const results = many.map(({ id, toBeSigned }) => ({
        ...{ id, signed: true as const, signature: bytes(`signed ${text(toBeSigned)}`) },
      }))
      return Promise.resolve({ certificate: bytes('certificate'), results })
    },
    close: () => {
      if (isOpen) log.push('close')
      isOpen = false
    },
    ...special,
  }
  return { session, reopen: () => void (isOpen = true) }
}

/**
 * A signing whose steps are noted in `log`, whose shown percentages are noted once each, and that waits for nothing.
 */
export function begin({
  documents = ['a'],
  place = 'detail',
  calls,
  session: special,
  open,
  signOnServer,
  kept: left = [],
}: Scenery = {}) {
  const log: string[] = []
  const percents: number[] = []
  const stages: LocalStage[] = []
  const ended: BatchOutcome[] = []
  const kept: string[] = []
  const keys = new Map<string, string>(left)
  /** What each start of the application reports to. */
  const hears: ((stage: AutofirmaStage) => void)[] = []
  const application = noteApplication(log, special)
  const signing = new LocalSigning({
    signerGuids: documents,
    calls: {
      announce: (guid, certificate) => Promise.resolve(log.push(`announce ${guid} ${text(certificate)}`)),
      prepare: (guid) => Promise.resolve(bytes(guid)),
      complete: ({ signerGuid, signature }) => Promise.resolve(log.push(`complete ${signerGuid} ${text(signature)}`)),
      ...calls,
    },
    signOnServer: (given, watch) => {
      log.push(`hand over ${[...given.values].map(([guid, value]) => `${guid} ${text(value)}`).join(', ')}`)
      return signOnServer?.(given, watch) ?? Promise.resolve(null)
    },
    open: ({ onStage }) => {
      log.push('open')
      application.reopen()
      hears.push(onStage)
      return open?.() ?? Promise.resolve(application.session)
    },
    wait: (ms) => Promise.resolve(void log.push(`wait ${ms}`)),
    keys: {
      find: (guid) => keys.get(guid),
      keep: (guid, key) => keys.set(guid, key),
      forget: (guid) => keys.delete(guid),
    },
    place,
    onSigned: (guid) => log.push(`signed ${guid}`),
    onProgress: ({ signed }, guid) => kept.push(`${signed.join('+')} ${guid ?? 'nothing'}`),
  })
  signing.enter(() => ({ onEnd: (outcome) => ended.push(outcome) }))
  signing.subscribe(() => {
    const stage = signing.stage()
    stages.push(stage)
    const percent = stage.at === 'working' ? stage.progress.percent : stage.at === 'done' ? 100 : null
    if (percent !== null && percent !== percents.at(-1)) percents.push(percent)
  })
  const tell = (stage: AutofirmaStage, start = hears.length - 1) => hears[start]?.(stage)
  return { signing, log, kept, percents, stages, ended, tell, start: () => signing.start(NOWHERE) }
}
