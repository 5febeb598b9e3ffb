export { makeTestEvidence, type TestEvidence } from './make-test-evidence.ts'
