export { signTestPdf } from './sign-test-pdf.ts'
