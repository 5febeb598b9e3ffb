import type { KnownProvider, Providers } from '../../modules/provider-accounts/ports.ts'
import type { Tracing } from '../../ports/tracing.ts'

/** The same providers, with each call of one a span, by its type and what it was asked for. */
export function traceProviders(providers: Providers, tracing: Pick<Tracing, 'within'>): Providers {
  const traced = providers.all().map((provider) => [provider, traceProvider(provider, tracing)] as const)
  const known = new Map(traced)
  return {
    all: () => [...known.values()],
    find: (certType) => {
      const found = providers.find(certType)
      return found && known.get(found)
    },
  }
}

function traceProvider(provider: KnownProvider, tracing: Pick<Tracing, 'within'>): KnownProvider {
  const { connector, onDemand, manifest } = provider
  const around = (method: string, work: () => Promise<unknown>) =>
    tracing.within(`provider ${manifest.certType} ${method}`, { 'provider.type': manifest.certType }, work)
  return {
    ...provider,
    connector: connector && traceCalls(connector, around),
    onDemand: onDemand && traceCalls(onDemand, around),
  }
}

type Around = (method: string, work: () => Promise<unknown>) => Promise<unknown>

/** What is answered at once asks nobody. */
const ANSWERED_AT_ONCE = ['describeSubject']

function traceCalls<Called extends object>(called: Called, around: Around): Called {
  return new Proxy(called, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function' || typeof key === 'symbol' || ANSWERED_AT_ONCE.includes(key)) return member
      return (...args: unknown[]) => around(key, () => Reflect.apply(member, target, args) as Promise<unknown>)
    },
  })
}
