export { CertificatesPanel as CertificatesScreen } from '../features/certificates/certificates-panel.tsx'
