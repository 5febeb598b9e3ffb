export { IN_FULL_RUN, mainOf, sampleOf } from './full-run.ts'
export { fixedPort } from './fixed-port.ts'
export { assemblePdf, type ObjectBody } from './assemble-pdf.ts'
export { askPdfsig } from './ask-pdfsig.ts'
export {
  askForSignatures,
  giveGrant,
  callCsc,
  digestOf,
  exchangeCode,
  registerApplication,
  visitAuthorisation,
  type Application,
  type AskedSignatures,
} from './grant-to-application.ts'
export { decideConsent, signBySwisscom, swisscomCalls, type Decision } from './confirm-consent.ts'
export { createDatabase, type SharedPostgres, type TestDatabase } from './create-database.ts'
export { decideOnPage, transactionOf } from './decide-on-page.ts'
export { linkAccount, PROVIDER_PIN, registerLegalId, TRUSTPRO_BY_CODE } from './link-account.ts'
export { logIn, type LoggedIn } from './log-in.ts'
export { makeFormPdf, makePdf, makeScanPdf } from './make-pdf.ts'
export { makePng } from './make-png.ts'
export {
  makeAssertion,
  makeLogoutRequest,
  SAML_FACTS,
  SAML_PORTAL,
  makeSamlKey,
  toBase64,
  wrapInResponse,
  type SamlFacts,
  type SamlKey,
  encryptAssertion,
  type SamlEncryption,
} from './make-saml-response.ts'
export { openWebhookReceiver, type Received, type WebhookReceiver } from './open-webhook-receiver.ts'
export {
  openScene,
  termsOf,
  trySigning,
  type DemoName,
  type DemoSigner,
  type PortalCertificate,
  type Scene,
  type SceneDocument,
} from './open-scene.ts'
export { readKept, type Kept } from './read-kept.ts'
export { appCode, countMessages, decidePush, newestCode, nextCode, readPhone } from './read-phone.ts'
export { runCli, type CliResult } from './run-cli.ts'
export { postDocument, sendDocument, senderToken } from './send-document.ts'
export { localCalls, makeLocalKey, serialOf, signLocally, type LocalKey, type LocalKeyWish } from './sign-locally.ts'
export { authoriseAsPortal, callsActingFor, signAsPortal } from './sign-as-portal.ts'
export { DEMO_PASSWORD, startPortal, type PortalOptions, type RunningPortal } from './start-portal.ts'
export {
  StartFailed,
  startProgram,
  type ProgramEnd,
  type ProgramEnvironment,
  type RunningProgram,
} from './start-program.ts'
export { LEGAL_IDS, startSandbox, type RunningSandbox } from './start-sandbox.ts'
export { noS3, S3_KEYS, startS3, type RunningS3 } from './start-s3.ts'
export { startServer, type RunningServer, type ServerOptions } from './start-server.ts'
export { makeTemporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts'
export { verifyDocument } from './verify-document.ts'
export { writeServerKeyFile } from './write-server-key-file.ts'
