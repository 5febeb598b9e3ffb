import type { RemoteCertificate, SignRequest } from '../connector.ts'

/** What a robust token is good for. */
export interface NebulaKeys {
  list(token: string): Promise<readonly RemoteCertificate[]>
  sign(token: string, request: SignRequest): Promise<Uint8Array>
}
