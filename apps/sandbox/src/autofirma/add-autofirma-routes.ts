import type { FastifyInstance, FastifyReply } from 'fastify'
import { chooseLanguage } from '../desk/choose-language.ts'
import { renderWindows } from '../desk/render-windows.ts'
import { sendPage } from '../desk/send-page.ts'
import { CAST } from '../people/cast.ts'
import type { Pki } from '../pki/open-pki.ts'
import { refuseWebPages } from '../routes/control-routes.ts'
import { USUAL, type Behaviour } from './behave.ts'
import { KINDS, openCardStore } from './open-card-store.ts'
import { openLocalTls, type LocalTls } from './open-local-tls.ts'
import { readLaunch, type Launch } from './read-request.ts'
import { Application, type RunReport } from './run-application.ts'
import { openWindows } from './show-windows.ts'

const LAUNCH = {
  type: 'object',
  required: ['url'],
  properties: { url: { type: 'string', maxLength: 2000 } },
} as const

const milliseconds = { type: 'integer', minimum: 0, maximum: 60_000 } as const
const BEHAVIOUR = {
  type: 'object',
  additionalProperties: false,
  properties: {
    person: { enum: CAST.map(({ id }) => id) },
    certificates: { type: 'array', items: { enum: KINDS }, maxItems: KINDS.length },
    pick: { enum: [...KINDS, 'first', 'cancel', 'by-hand'] },
    isLocked: { type: 'boolean' },
    portIndex: { type: 'integer', minimum: 0, maximum: 2 },
    startsAfter: { ...milliseconds, nullable: true },
    dialogTakes: milliseconds,
    isOld: { type: 'boolean' },
    isOtherSession: { type: 'boolean' },
    holdsBack: { type: 'integer', minimum: 1, nullable: true },
    leavesErrorsOpen: { type: 'boolean' },
    filler: { type: 'integer', minimum: 0, maximum: 32 * 1024 * 1024 },
    // A single text counts as a list of one.
    answer: { type: 'array', items: { type: 'string' }, maxItems: 1000, nullable: true },
    hangsUp: { type: 'boolean' },
    failing: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 1000 },
  },
} as const

/** Any page may open an address of the application's scheme, so any page may call what plays the machine's part. */
const ANY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-private-network': 'true',
} as const
/** Runs that are told of. */
const MOST_REMEMBERED = 50

export interface AutofirmaParts {
  readonly pki: Pki
  readonly folder: string
  readonly onReset: (forget: () => void) => void
  /** Milliseconds without a first message after which a run ends. */
  readonly patienceMs?: number
}

/**
 * A stand-in of the application on the person's PC. The launcher does what the machine does with an `afirma://`
 * address; what follows goes over a web socket on one of the ports that the address names.
 */
export function addAutofirmaRoutes(app: FastifyInstance, parts: AutofirmaParts): void {
  const machine = openMachine(parts)
  parts.onReset(() => machine.forget())
  app.addHook('onClose', () => machine.stop())
  addLauncher(app, machine)
  addControl(app, machine)
  app.get('/autofirma/root.cer', async (_request, reply) => {
    const { root } = await machine.tls()
    return reply.type('application/pkix-cert').send(Buffer.from(root))
  })
  addDesk(app, machine)
}

function openMachine({ pki, folder, patienceMs }: AutofirmaParts) {
  const store = openCardStore(folder, pki)
  const windows = openWindows()
  let runs: Application[] = []
  let behaviour = USUAL
  let last = 0
  let opening: Promise<LocalTls> | undefined
  const tls = (): Promise<LocalTls> => (opening ??= openLocalTls(folder))
  const stop = (): void => runs.forEach((run) => run.stop())
  return {
    windows,
    tls,
    stop,
    behave: (wish: Partial<Behaviour>) => void (behaviour = { ...USUAL, ...wish }),
    reports: (): RunReport[] => runs.map(({ report }) => report),
    async launch(launch: Launch): Promise<void> {
      const { startsAfter } = behaviour
      if (startsAfter === null || ![3, 4].includes(launch.version)) return
      last += 1
      const run = new Application({ tls: await tls(), store, windows, patienceMs }, { id: last, launch, behaviour })
      runs = [...runs.slice(1 - MOST_REMEMBERED), run]
      if (startsAfter === 0) await run.start()
      else setTimeout(() => void run.start(), startsAfter).unref()
    },
    forget(): void {
      stop()
      runs = []
      behaviour = USUAL
    },
  }
}

type Machine = ReturnType<typeof openMachine>

function addLauncher(app: FastifyInstance, machine: Machine): void {
  app.options('/autofirma/launch', async (_request, reply) => reply.headers(ANY_PAGE).code(204).send())
  app.post<{ Body: { url: string } }>('/autofirma/launch', { schema: { body: LAUNCH } }, async (request, reply) => {
    reply.headers(ANY_PAGE)
    const launch = readLaunch(request.body.url)
    if (launch === undefined) return refuse(reply, 'ADDRESS_INVALID', 'No program of this machine opens that address.')
    await machine.launch(launch)
    return reply.code(204).send()
  })
}

const refuse = (reply: FastifyReply, code: string, message: string): FastifyReply =>
  reply.code(400).send({ code, message })

function addControl(app: FastifyInstance, machine: Machine): void {
  const onRequest = refuseWebPages
  app.post<{ Body: Partial<Behaviour> }>(
    '/autofirma/behaviour',
    { onRequest, schema: { body: BEHAVIOUR } },
    async (request, reply) => {
      machine.behave(request.body)
      return reply.code(204).send()
    },
  )
  app.get('/autofirma/runs.json', async () => ({ runs: machine.reports() }))
  app.get('/autofirma/windows.json', async () => ({
    windows: machine.windows.list().map(({ id, run, kind }) => ({ id, run, kind })),
  }))
}

function addDesk(app: FastifyInstance, { windows }: Machine): void {
  app.get<{ Querystring: { lang?: unknown } }>('/autofirma', async (request, reply) => {
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    reply.header('cache-control', 'no-store')
    return sendPage(reply, { language, html: renderWindows(windows.list(), language) })
  })
  app.post<{ Params: { id: string }; Body: { choice?: string } | null }>(
    '/autofirma/windows/:id',
    async (request, reply) => {
      const choice = Number(request.body?.choice ?? NaN)
      windows.close(Number(request.params.id), Number.isInteger(choice) ? choice : undefined)
      return reply.redirect('/autofirma', 303)
    },
  )
}
