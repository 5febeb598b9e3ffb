import type { PortalConfig } from '@rubrica/contract'
import { readSession, sessionToken, writeSession } from '../session/session-store.ts'
import { portalConfig } from './portal-config.ts'

export const ENVIRONMENTS = ['PRE', 'PRO'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** The environment that the address names (`?env=pre`): PRE, or PRO for anything else; null without the parameter. */
export function environmentOfAddress(search: string): Environment | null {
  const named = new URLSearchParams(search).get('env')
  if (named === null) return null
  return named.toUpperCase() === 'PRE' ? 'PRE' : 'PRO'
}

/** The environment that a host stands for (spec §4); LOCAL for one that says nothing. */
export function environmentOfHost(host: string): Environment | 'LOCAL' {
  if (host.includes('pre')) return 'PRE'
  return host.includes('centralized') ? 'PRO' : 'LOCAL'
}

/** Whether the session names no environment, or one that there is. */
export function isEnvironmentValid(): boolean {
  const stored = readSession('environment')
  return stored === null || ENVIRONMENTS.some((environment) => environment === stored)
}

/** Chooses what calls go to until the session ends. */
export function chooseEnvironment(environment: Environment): void {
  writeSession('environment', environment)
}

/** Follows the address, when nobody is logged in: a link does not carry somebody's session elsewhere. */
export function followAddress(search: string): void {
  const named = environmentOfAddress(search)
  if (named !== null && sessionToken() === null) chooseEnvironment(named)
}

function choose(config: PortalConfig): Environment {
  const stored = ENVIRONMENTS.find((environment) => environment === readSession('environment'))
  if (stored) return stored
  const host = environmentOfHost(location.hostname)
  return host === 'LOCAL' ? config.environment : host
}

/** The chosen environment, else the host's, else the deployment's own. */
export const environmentNow = (): Environment => choose(portalConfig())

/**
 * Where calls go. On a host that stands for no environment, the deployment's own is at the LOCAL bases, and only the
 * other one is somewhere else.
 */
export function basesNow(config: PortalConfig, chosen: Environment = choose(config)): PortalConfig['bases']['LOCAL'] {
  const isOwn = environmentOfHost(location.hostname) === 'LOCAL' && chosen === config.environment
  return config.bases[isOwn ? 'LOCAL' : chosen]
}
