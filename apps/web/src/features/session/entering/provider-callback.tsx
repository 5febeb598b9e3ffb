import { useRouter } from '../../../shared/router/use-router.tsx'
import type { NextStep } from '../../../shared/session/entry/after-login.ts'
import { providerAnswer, type ProviderAnswer } from '../../../shared/session/entry/entry-address.ts'
import { Entering } from './entering.tsx'
import { enterWithCode, enterWithSaml, enterWithWallet } from './exchange-answer.ts'
import { useEntryErrorLines } from './use-entry-error-lines.ts'

interface CallbackProps {
  exchange: (answer: ProviderAnswer) => Promise<NextStep>
  otherwise: '/' | '/login-ad'
}

function ProviderCallback({ exchange, otherwise }: CallbackProps) {
  const router = useRouter()
  const explain = useEntryErrorLines()
  return (
    <Entering
      enter={() => exchange(providerAnswer())}
      explain={explain}
      onGiveUp={() => void router.navigate({ to: otherwise, replace: true })}
    />
  )
}

/** /auth: comes back from Google, Microsoft, the wallet or another provider. */
export const AuthCallback = () => <ProviderCallback exchange={enterWithCode} otherwise="/" />

/** /ssi: comes back from the wallet. */
export const WalletCallback = () => <ProviderCallback exchange={enterWithWallet} otherwise="/" />

/** /saml: comes back from the identity provider of an organisation. */
export const SamlCallback = () => <ProviderCallback exchange={enterWithSaml} otherwise="/login-ad" />
