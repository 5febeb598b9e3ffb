/// <reference types="vite/client" />
import type { LinkField, LinkManifest, ProviderManifest, SigningInput, SigningPlan } from './provider.ts'

export type { LinkField, LinkManifest, ProviderManifest, SigningInput, SigningPlan }

const found = import.meta.glob<ProviderManifest>('./*/manifest.ts', { eager: true, import: 'manifest' })

/** The manifest of every provider folder, in the order of their tabs. */
export const manifests: readonly ProviderManifest[] = Object.values(found).sort((a, b) => a.order - b.order)

/** The manifest of a certificate's type, or undefined when this portal does not know the provider. */
export function manifestOf(certType: string): ProviderManifest | undefined {
  return manifests.find((manifest) => manifest.certType.toLowerCase() === certType.toLowerCase())
}
