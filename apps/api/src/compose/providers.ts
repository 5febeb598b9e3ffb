/** The providers of the registry, with what the environment says about each. */
import { plainCertificateType } from '@rubrica/domain'
import { registry } from '@rubrica/providers/registry'
import { readConfig, type Config } from '../config/config.ts'
import { EnvironmentReader, type Environment } from '../config/environment-reader.ts'
import { PrefixedReader } from '../config/prefixed-reader.ts'
import type { KnownProvider, Providers } from '../modules/provider-accounts/ports.ts'

/** The server's configuration and its providers. @throws {ConfigError} with the problems of both */
export function readServerConfig(env: Environment): { config: Config; providers: Providers } {
  const read = new EnvironmentReader(env)
  const providers = openProviders((prefix) => new PrefixedReader(read, prefix))
  return { config: readConfig(env, read), providers }
}

/** @param settings what the environment says of a provider, by its prefix; without it every connector is off */
export function openProviders(settings?: (prefix: string) => PrefixedReader): Providers {
  const known = new Map<string, KnownProvider>()
  for (const provider of registry) {
    const { kind, manifest } = provider
    const connector = kind === 'remote' && settings ? provider.connect(settings(provider.prefix)) : undefined
    const onDemand = kind === 'on-demand' && settings ? provider.connect(settings(provider.prefix)) : undefined
    known.set(plainCertificateType(manifest.certType), { kind, manifest, connector, onDemand })
  }
  return {
    all: () => [...known.values()],
    find: (certType) => known.get(plainCertificateType(certType)),
  }
}
