import 'i18next'
import type { Catalogue } from '@rubrica/locales/browser'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue }
  }
}
