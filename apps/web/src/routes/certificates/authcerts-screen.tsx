import { GrantPanel } from '../../features/grant/grant-panel.tsx'
import { Footer } from '../../features/frame/footer.tsx'
import { LanguageSelect } from '../../features/frame/language-select.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import header from '../frame/header.module.css'
import shell from '../frame/shell-layout.module.css'

export function AuthcertsScreen() {
  return (
    <div className={shell.shell}>
      <header className={header.header}>
        <div className={header.bar}>
          <span className={header.brand}>
            <Logo size={32} />
            <span>Rúbrica</span>
          </span>
          <div className={header.end}>
            <LanguageSelect />
          </div>
        </div>
      </header>
      <main id={CONTENT_ID} tabIndex={-1} className={shell.main}>
        <GrantPanel />
      </main>
      <Footer />
    </div>
  )
}
