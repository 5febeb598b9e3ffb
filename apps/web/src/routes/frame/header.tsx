import type { Language } from '@rubrica/domain'
import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  CalendarOff,
  ChevronDown,
  Globe,
  KeyRound,
  LogOut,
  ShieldCheck,
  UserRoundPen,
  Webhook,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { RecentMessages } from '../../features/frame/recent-messages.tsx'
import { membershipsQuery, sendingOf } from '../../shared/api/memberships.ts'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { completeTexts } from '../../shared/i18n/language.ts'
import { LANGUAGE_NAMES } from '../../shared/i18n/language-names.ts'
import { useChooseLanguage } from '../../shared/i18n/use-choose-language.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { usePlace, useRouter } from '../../shared/router/use-router.tsx'
import { readOffice } from '../../shared/session/office.ts'
import { readSession } from '../../shared/session/session-store.ts'
import { afterUnsavedWork } from '../../shared/session/leaving/unsaved-work.ts'
import { useLeave } from '../../shared/session/leaving/use-leave.ts'
import { Avatar } from '../../shared/ui/avatar.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { Menu } from '../../shared/ui/overlays/menu.tsx'
import { ApprovalsLink } from '../approvals/approvals-link.tsx'
import { SentLink } from '../sent/sent-link.tsx'
import styles from './header.module.css'
import { NavLink } from './nav-link.tsx'

/** Few people stand in for somebody. */
const OfficeBar = lazy(async () => {
  const [{ OfficeBar: bar }] = await Promise.all([
    import('../../features/frame/office-bar.tsx'),
    completeTexts('profile'),
  ])
  return { default: bar }
})

/** Lists come in the person's language, so these screens start again after a change (spec §2). */
const RELOADING_PATHS = ['/documents', '/approvals', '/signed']

function LanguageMenu() {
  const t = useText()
  const language = useLanguage()
  const pathname = usePlace((place) => place.pathname)
  const chooseLanguage = useChooseLanguage()
  const choose = (choice: Language) =>
    chooseLanguage(choice, () => {
      if (RELOADING_PATHS.includes(pathname)) location.reload()
    })
  return (
    <Menu
      label={`${t('common.language')}: ${LANGUAGE_NAMES[language]}`}
      selected={language}
      trigger={
        <>
          <Globe size={18} aria-hidden />
          <span className={styles.code} aria-hidden>
            {language}
          </span>
        </>
      }
      entries={portalConfig().languages.map((choice) => ({
        id: choice,
        label: LANGUAGE_NAMES[choice],
        onChoose: () => choose(choice),
      }))}
    />
  )
}

type MenuPath = '/profile' | '/notifications' | '/absence' | '/certificates' | '/keys' | '/webhooks'

function UserMenu({ enabled }: { enabled: boolean }) {
  const t = useText()
  const router = useRouter()
  const leave = useLeave()
  const user = readSession('user') ?? ''
  const { data: memberships = [] } = useQuery({ ...membershipsQuery(), enabled })
  const screen = (to: MenuPath) => () => void router.navigate({ to })
  const ofPrograms = [
    { id: 'keys', label: t('header.keys'), icon: KeyRound, onChoose: screen('/keys') },
    { id: 'webhooks', label: t('header.webhooks'), icon: Webhook, onChoose: screen('/webhooks') },
  ]
  return (
    <Menu
      label={t('header.userMenu', { user })}
      trigger={
        <>
          <Avatar name={user} />
          <span className={styles.user} aria-hidden>
            {user}
          </span>
          <ChevronDown className={styles.user} size={16} aria-hidden />
        </>
      }
      entries={[
        { id: 'update-data', label: t('header.updateData'), icon: UserRoundPen, onChoose: screen('/profile') },
        { id: 'notifications', label: t('header.notifications'), icon: Bell, onChoose: screen('/notifications') },
        { id: 'absence', label: t('header.absence'), icon: CalendarOff, onChoose: screen('/absence') },
        { id: 'certificates', label: t('header.certificates'), icon: ShieldCheck, onChoose: screen('/certificates') },
        ...(sendingOf(memberships).length > 0 ? ofPrograms : []),
        { id: 'divider', divider: true },
        {
          id: 'log-out',
          label: t('header.logOut'),
          icon: LogOut,
          onChoose: () => afterUnsavedWork(() => leave('out')),
        },
      ]}
    />
  )
}

interface HeaderProps {
  /** Over a document: in one row, also on a phone. */
  compact?: boolean
  /** False while more urgent things are fetched. */
  settled?: boolean
}

/** The bar at the top: brand, screens, messages, language, person. */
export function Header({ compact = false, settled = true }: HeaderProps) {
  const t = useText()
  const office = readOffice()
  return (
    <header className={styles.header} data-compact={compact || undefined}>
      <div className={styles.bar}>
        <Link to="/documents" className={styles.brand} aria-label={t('header.home')}>
          <Logo size={32} />
          <span aria-hidden>Rúbrica</span>
        </Link>
        <nav className={styles.nav} aria-label={t('header.navigation')}>
          <NavLink to="/documents">{t('header.pendingDocuments')}</NavLink>
          <ApprovalsLink enabled={settled} />
          {!office && (
            <>
              <NavLink to="/signed">{t('header.signed')}</NavLink>
              <SentLink enabled={settled} />
            </>
          )}
        </nav>
        <div className={styles.end}>
          <RecentMessages />
          <LanguageMenu />
          <UserMenu enabled={settled} />
        </div>
      </div>
      {office && (
        <Suspense>
          <OfficeBar office={office} />
        </Suspense>
      )}
    </header>
  )
}
