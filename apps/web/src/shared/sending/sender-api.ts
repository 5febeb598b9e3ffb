import { createClient } from '@rubrica/contract'
import { senderContract } from '@rubrica/contract/senders'
import { clientSettings } from '../api/api.ts'

/** The calls of senders, typed as those of `api`. Only screens of senders load it. */
export const senderApi = createClient(senderContract, clientSettings)
