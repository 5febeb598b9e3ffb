/** Keys reached over version 1 of the CSC API, which nebula serves to those who hold a robust token. */
import type { Account } from '../connector.ts'
import { signAtService } from '../protocols/csc/connect-csc.ts'
import { callCsc, type CscOptions } from '../protocols/csc/csc-client.ts'
import { standardPaths } from '../protocols/csc/csc-dialect.ts'
import { listCertificates, type AccountAtService } from '../protocols/csc/list-credentials.ts'
import type { NebulaKeys } from './nebula-keys.ts'
import { NEBULA, type NebulaSettings } from './settings.ts'

export function openCscKeys({ url, timeoutMs, paths }: NebulaSettings): NebulaKeys {
  const options: CscOptions = {
    provider: NEBULA,
    url: url + paths.CSC_PATH,
    dialect: 'csc1',
    paths: standardPaths('csc1'),
    timeoutMs,
  }
  const at = (token: string): AccountAtService => ({
    options,
    account: NOT_ASKED,
    access: { call: (_account, call) => callCsc(options, { ...call, authorization: `Bearer ${token}` }) },
  })
  return {
    async list(token) {
      const certificates = await listCertificates(at(token))
      // The second factor was asked for by the log-in: keys with a code or a request of their own are not for our
      // dialogs.
      const own = certificates.filter(({ authenticationType }) => authenticationType === 'PIN')
      // Each document has an authorisation of its own, so that no limit of one applies.
      return own.map((certificate) => ({ ...certificate, maxDocuments: null }))
    },
    sign: (token, request) => signAtService(at(token), request),
  }
}

/** The token stands for the account. */
const NOT_ASKED: Account = { state: {}, keep: () => Promise.resolve() }
