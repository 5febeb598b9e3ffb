import i18next from 'i18next'
import { useText } from '../i18n/use-text.ts'

/** How a person would call a way of proving who they are; one that the portal has no word for keeps its provider's. */
export function useAuthenticatorName(): (authenticator: { readonly Id: string; readonly Name: string }) => string {
  useText()
  return ({ Id, Name }) => i18next.t(`certificates.account.ways.${Id}`, { defaultValue: Name })
}
