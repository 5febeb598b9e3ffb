import { findText } from '../i18n/language.ts'
import { useText } from '../i18n/use-text.ts'

/** How a person would call a way of proving who they are; one that the portal has no word for keeps its provider's. */
export function useAuthenticatorName(): (authenticator: { readonly Id: string; readonly Name: string }) => string {
  useText()
  return ({ Id, Name }) => findText(`certificates.account.ways.${Id}`) ?? Name
}
