/** The server process: reads its settings, listens, and ends in good order. */
import { composeServer, type ServerProcess } from './compose/server.ts'
import { readServerConfig } from './compose/providers.ts'
import type { Config } from './config/config.ts'

/** What is left to be closed, once nothing is under way any more, takes no longer. */
const CLOSING_MS = 5000
/** Errors whose message is one sentence for the operator. */
const FOR_OPERATORS = new Set([
  'ConfigError',
  'DatabaseError',
  'ServerKeyError',
  'TrustFileError',
  'SealError',
  'ObjectStoreRefused',
  'PortalError',
])

function explain(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return `Port ${config?.http.port} is in use by another program; stop it, or set PORT to another number.`
  }
  if (code === 'EACCES' && config)
    return `Port ${config.http.port} may not be opened by this user; set PORT to one above 1023.`
  return FOR_OPERATORS.has(error.name) ? error.message : (error.stack ?? error.message)
}

async function leaveAndClose(server: ServerProcess): Promise<void> {
  await server.leave()
  await server.close()
}

function endInGoodOrder(server: ServerProcess, { drainDelayMs, drainLimitMs }: Config['process']): void {
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), drainDelayMs + drainLimitMs + CLOSING_MS).unref()
    leaveAndClose(server).then(
      () => process.exit(0),
      (error: unknown) => {
        server.log.error({ err: error }, 'The server did not end in good order.')
        process.exit(1)
      },
    )
  }
  // Not `once`: a second signal while ending would kill the process in the middle of it.
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // Who started us and is gone cannot stop us any more.
  process.on('disconnect', end)
}

async function main(): Promise<void> {
  let config: Config | undefined
  let server: ServerProcess | undefined
  try {
    const settings = readServerConfig(process.env)
    config = settings.config
    const onLost = (error: unknown) => {
      console.error(explain(error, config))
      process.exit(1)
    }
    server = await composeServer(config, { providers: settings.providers, onLost })
    const url = await server.listen()
    endInGoodOrder(server, config.process)
    server.log.info({ url }, 'ready')
    process.send?.({ ready: true, url })
  } catch (error) {
    console.error(explain(error, config))
    await server?.close()
    process.exit(1)
  }
}

await main()
