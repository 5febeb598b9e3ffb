// Points a server at the sandbox's services: what `npm start`, the benchmarks and the tests set before starting it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {string} address of a running sandbox
 * @param {string} folder where the sandbox's root certificate is kept for the server to trust
 */
export async function sandboxEnvironment(address, folder) {
  const facts = await (await fetch(`${address}/sandbox.json`)).json()
  const anchor = join(folder, 'sandbox-root.cer')
  writeFileSync(anchor, Buffer.from(await (await fetch(facts.root)).arrayBuffer()))
  return {
    SANDBOX_URL: address,
    TSA_URL: facts.tsa,
    TSA_TRUST: anchor,
    TRUST_ANCHORS: anchor,
    // Its certificates name this machine for their status, which is no public address.
    OUTGOING_PRIVATE_ORIGINS: new URL(address).origin,
    // Browsers of tests take their notices there.
    PUSH_PRIVATE_ORIGINS: new URL(address).origin,
    // The sandbox takes mail on this machine alone.
    SMTP_URL: `${facts.smtp}?insecure=1`,
    // Whoever tries something out sees its mail.
    ASKED_MAIL_DELAY_MS: '0',
    EST_URL: facts.est.url,
    EST_USER: facts.est.user,
    EST_PASSWORD: facts.est.password,
    SMS_URL: facts.sms.url,
    SMS_TOKEN: facts.sms.token,
    TRUSTPRO_URL: facts.csc.url,
    UANATACA_URL: facts.uanataca.url,
    VALIDATEDID_URL: facts.validatedid.url,
    REDTRUST_URL: facts.redtrust.url,
    NEBULA_URL: facts.nebula.url,
    SWISSCOM_URL: facts.swisscom.url,
    SWISSCOM_CLAIMED_IDENTITY: facts.swisscom.claimedIdentity,
    IVNOSYS_URL: facts.ivnosys.url,
    ...loginEnvironment(facts),
    SAML_PROVIDERS: await writeSamlProviders(facts.saml, folder),
  }
}

function loginEnvironment({ google, microsoft, wallet, oidc }) {
  return {
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    MICROSOFT_ISSUER: microsoft.issuer,
    MICROSOFT_CLIENT_ID: microsoft.clientId,
    MICROSOFT_CLIENT_SECRET: microsoft.clientSecret,
    WALLET_ISSUER: wallet.issuer,
    WALLET_CLIENT_ID: wallet.clientId,
    WALLET_CLIENT_SECRET: wallet.clientSecret,
    OIDC_NAME: oidc.name,
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: oidc.clientId,
    OIDC_CLIENT_SECRET: oidc.clientSecret,
    OIDC_LEGAL_ID_CLAIM: oidc.legalIdClaim,
  }
}

/** The identity provider that the sandbox plays, as the server's list of them has it. */
async function writeSamlProviders({ issuer, entryPoint, logoutPoint, certificate, domain, attributes }, folder) {
  const path = join(folder, 'saml-providers.json')
  const provider = {
    name: 'SANDBOX',
    domains: [domain],
    issuer,
    entryPoint,
    logoutPoint,
    certificates: [await (await fetch(certificate)).text()],
    emailAttribute: attributes.email,
    legalIdAttribute: attributes.legalId,
  }
  writeFileSync(path, `${JSON.stringify([provider], undefined, 2)}\n`)
  return path
}
