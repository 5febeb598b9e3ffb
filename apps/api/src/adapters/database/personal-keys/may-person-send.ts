import type { MayPersonSend } from '../../../modules/personal-keys/ports.ts'

/** No subscription gives its people a role with documents of their own: programs with a client send. */
export const mayPersonSend: MayPersonSend = () => Promise.resolve(false)
