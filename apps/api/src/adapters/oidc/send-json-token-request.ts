import type { CustomFetch } from 'openid-client'

/** VIDconnect takes token requests as JSON where RFC 6749 has a form; everything else goes as it is. */
export const sendJsonTokenRequest: CustomFetch = (url, options) => {
  const { body, headers, method, redirect, signal } = options
  const isForm = body instanceof URLSearchParams
  return fetch(url, {
    method,
    redirect,
    signal: signal ?? null,
    headers: isForm ? { ...headers, 'content-type': 'application/json' } : headers,
    body: isForm ? JSON.stringify(Object.fromEntries(body)) : ((body ?? null) as string | null),
  })
}
