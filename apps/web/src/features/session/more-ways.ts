/** What a log-in shows besides user and password: one file, which comes when one of them is wanted. */
export { PasskeyWay } from './passkey-way.tsx'
export { SamlFace } from './saml-face.tsx'
export { SecondStep } from './second-step.tsx'
