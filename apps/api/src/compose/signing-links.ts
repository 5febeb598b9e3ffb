/** Links with which programs have people sign. */
import { DatabaseClientStore } from '../adapters/database/sessions/client-store.ts'
import { DatabaseLinkStore } from '../adapters/database/signing-links/link-store.ts'
import type { Tokens } from '../modules/sessions/ports.ts'
import type { CreateLink } from '../modules/signing-links/create-link.ts'
import type { OpenLink } from '../modules/signing-links/open-link.ts'
import type { Foundation } from './foundation.ts'
import { composeRunOnce } from './use-cases.ts'

export function composeSigningLinks(foundation: Foundation, tokens: Tokens): CreateLink & OpenLink {
  const { database, place } = foundation
  return {
    ...composeRunOnce(foundation),
    links: new DatabaseLinkStore(database),
    returnAddresses: new DatabaseClientStore(database),
    // The place learns its own address once the server listens.
    portalEntry: (path, query) => place.portalEntry(path, query),
    tokens,
  }
}
