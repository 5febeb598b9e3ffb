import type { Connector } from '../connector.ts'
import type { SettingsReader } from '../registered-provider.ts'
import { listCertificates } from './list-certificates.ts'
import { finishLogIn, identityOf, isSession, logIn, logInAgain, tokenOf } from './prove-identity.ts'
import { readSettings, type KeymanSettings } from './settings.ts'
import { askAboutSignature, beginSignature, signHash } from './sign-hashes.ts'

/** @returns undefined while no address is set */
export function connect(reader: SettingsReader): Connector | undefined {
  const settings = readSettings(reader)
  return settings && openConnector(settings)
}

function openConnector(settings: KeymanSettings): Connector {
  return {
    link: ({ Username = '', Password = '', Organization = '' }, way) =>
      logIn(settings, { login: Username, password: Password, organisation: Organization }, way),

    continueLink: (state) => finishLogIn(settings, state),

    async relink({ state }, way) {
      const identity = identityOf(state)
      const isGood = await isSession(settings, tokenOf(state))
      const label = `${identity.login} (${identity.organisation})`
      return isGood ? { kind: 'linked', state, label } : logInAgain(settings, identity, way)
    },

    check: async ({ state }) => isSession(settings, tokenOf(state)),

    listCertificates: ({ state }) => listCertificates(settings, state),

    openSignatureSession: ({ state }, request) => beginSignature(settings, state, request),

    continueSignatureSession: (account, state) => askAboutSignature(settings, account.state, state),

    sign: ({ state }, request) => signHash(settings, state, request),
  }
}
