declare module 'virtual:contract-routes' {
  import type { Contract } from '@rubrica/contract'

  /** Method, address, base and kind of credentials of each call; its schemas stay with the server. */
  export const contractRoutes: Contract
}
