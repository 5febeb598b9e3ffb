import type { Connector } from './connector.ts'
import type { OnDemandSigner } from './on-demand.ts'
import type { ProviderManifest } from './provider.ts'

/** Reads a provider's settings: `text('URL')` of the provider with the prefix ACME is the variable ACME_URL. */
export interface SettingsReader {
  text(name: string): string | undefined
  /** An absolute address of http or https without a trailing slash. */
  address(name: string): string | undefined
  wholeNumber(name: string, limits: { readonly fallback: number; readonly min: number; readonly max: number }): number
  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T
  /** A text that has to be there, in this form, unless there is a fallback. */
  required(name: string, form: RegExp, fallback?: string): string
  /** What is in the file that the variable names: PEM. */
  file(name: string): string | undefined
}

/** A provider as the server knows it. */
export type Provider =
  /** Its keys are in the server's own vault. */
  | { readonly kind: 'vault'; readonly manifest: ProviderManifest }
  /** Its keys are elsewhere. */
  | {
      readonly kind: 'remote'
      readonly manifest: ProviderManifest
      /** Prefix of its variables in the server's environment. */
      readonly prefix: string
      /** @returns undefined while the settings name no address: then the provider is off. */
      readonly connect: (settings: SettingsReader) => Connector | undefined
    }
  /** It makes a certificate for one signature. */
  | {
      readonly kind: 'on-demand'
      readonly manifest: ProviderManifest
      readonly prefix: string
      /** @returns undefined while the settings name no address: then the provider is off. */
      readonly connect: (settings: SettingsReader) => OnDemandSigner | undefined
    }
