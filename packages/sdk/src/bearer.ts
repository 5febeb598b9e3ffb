import { ApiError } from '@rubrica/contract'

/** Who calls: a program in its own name, or for the person whose key it has. */
export type Credentials =
  | { readonly clientId: string; readonly clientSecret: string; readonly scope?: string }
  /** A personal key, `rbk_…`. */
  | { readonly key: string }

type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** Gives what a call bears. */
export interface Bearer {
  /** A token that is good for half a minute more at least. */
  current(): Promise<string>
  /** Another one than the given, which the server has refused; undefined where there is no other. */
  after(refused: string): Promise<string | undefined>
}

const MARGIN_MS = 30_000

/** @param credentials of which the secret goes to the token endpoint of `base` alone */
export function bearerOf(credentials: Credentials, { base, fetch }: { base: string; fetch: Fetch }): Bearer {
  if ('key' in credentials) {
    const { key } = credentials
    return { current: async () => key, after: async () => undefined }
  }
  let kept: Token | undefined
  let coming: Promise<Token> | undefined
  // Calls that begin together wait for one token; one that did not come is asked for anew by the next call.
  const ask = () => {
    coming ??= requestToken(credentials, base, fetch)
      .then((token) => (kept = token))
      .finally(() => (coming = undefined))
    return coming
  }
  const current = async () => (kept && kept.until > Date.now() ? kept : await ask()).token
  return {
    current,
    after: (refused) => {
      if (kept?.token === refused) kept = undefined
      return current()
    },
  }
}

interface Token {
  readonly token: string
  readonly until: number
}

type Program = Extract<Credentials, { clientId: string }>

async function requestToken({ clientId, clientSecret, scope }: Program, base: string, fetch: Fetch): Promise<Token> {
  const bytes = new TextEncoder().encode(`${clientId}:${clientSecret}`)
  const answer = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(String.fromCharCode(...bytes))}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }).toString(),
  })
  const body = (await answer.json().catch(() => ({}))) as {
    access_token?: string
    expires_in?: number
    Code?: string
  }
  if (!answer.ok || body.access_token === undefined) throw new ApiError(answer.status, body)
  return { token: body.access_token, until: Date.now() + (body.expires_in ?? 0) * 1000 - MARGIN_MS }
}
