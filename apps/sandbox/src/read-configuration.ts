import { resolve } from 'node:path'
import type { SandboxOptions } from './start-sandbox.ts'
import { StartError } from './store/choose-address.ts'

const DEFAULT_PORT = 8090

/**
 * Reads PORT, HOST, DATA_DIR, SMTP_PORT, KEY_POOL and DEMO_PASSWORD. Throws StartError for a value that makes no sense,
 * and in production.
 */
export function readConfiguration(environment: NodeJS.ProcessEnv): SandboxOptions {
  if (environment.NODE_ENV === 'production') {
    throw new StartError('PRODUCTION_REFUSED', 'The sandbox plays outside services and never runs in production.')
  }
  return {
    dataDir: resolve(environment.DATA_DIR || './data/sandbox'),
    host: environment.HOST || '127.0.0.1',
    port: readPort('PORT', environment.PORT, DEFAULT_PORT),
    portIsFixed: Boolean(environment.PORT) && environment.PORT !== '0',
    smtpPort: readPort('SMTP_PORT', environment.SMTP_PORT, 0),
    keyPool: environment.KEY_POOL || undefined,
    portalPassword: environment.DEMO_PASSWORD || undefined,
  }
}

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new StartError('CONFIGURATION_INVALID', `${name} must be a number from 0 to 65535, not "${text}".`)
}
