import type { InjectOptions, Response } from 'light-my-request'
import type Provider from 'oidc-provider'

export const pathOf = (provider: Provider): string => new URL(provider.issuer).pathname

/** Hands a request to the library without a connection between; `url` is below the issuer's path. */
export async function askProvider(provider: Provider, request: InjectOptions): Promise<Response> {
  const { default: inject } = await import('light-my-request')
  const answer = provider.callback()
  // The library writes addresses with what it was mounted at.
  const baseUrl = pathOf(provider)
  return inject((incoming, response) => void answer(Object.assign(incoming, { baseUrl }), response), request)
}
