/**
 * Which code shares a file. Few files, because a browser fetches six at a time and each takes a round trip; not one,
 * because a screen should not wait for another's. A group listed earlier takes what a later one names, too.
 */

/** A path that holds one of these: regular expressions below the root of the repository. */
const anyOf = (...paths: readonly string[]) => new RegExp(paths.join('|'))
const shared = (path: string) => `apps/web/src/shared/${path}\\.tsx?$`
const feature = (path: string) => `apps/web/src/features/${path}\\.ts`
const icons = (names: string) => `lucide-react/dist/esm/icons/${names}`

/** What is asked for before any other code is here; so it depends on none. */
const start = anyOf(
  'apps/web/src/app/ask-ahead',
  shared('session/(?:entry/)?(?:session-store|session-keys|entry-address|token-payload|protected-paths)'),
  shared('api/(?:asked-ahead|environment|portal-config)'),
  shared('early-view'),
  shared('i18n/initial-language'),
  'packages/locales/src/',
  'packages/domain/src/(?!words/verification-code)',
  'vite/preload-helper',
)

/** What every screen needs and what changes least: one file that stays in the browser's cache. */
const foundation = anyOf(
  'node_modules/(?:react|react-dom|scheduler|use-sync-external-store)/',
  'node_modules/@tanstack/(?:react-query|query-core)/',
)

/** What the first code of the portal calls, whichever screen it opens. */
const base = anyOf(
  'packages/contract/src/(?!sender-contract|guests|copies|local-signing|notifications|passing-on|remarks|verification|factors|substitutions)',
  'apps/web/src/app/(?!start\\.)',
  'apps/web/src/routes/\\w+/(?:.+-route|enter-portal|shell|root-.+|crash-.+|not-.+|prefetch)\\.',
  shared('router/.+'),
  shared('(?:session/(?!following/|signing-link|office|leaving/(?:log-out|use-leave)|entry/return-address)|theme/).+'),
  shared('api/(?:api|refusals|query-client|query-keys|tags-of)'),
  shared('i18n/(?!calendar-days|spoken-in).+'),
  'apps/web/src/shared/ui/(?:\\w+/)?(?:class-names|content-id|button|toast|loader|notice|card)',
  'lucide-react/dist/esm/(?!icons/)',
  icons('(?:arrow-right|chevron-down|external-link)\\.'),
)

/** What forms are made of, that of the log-in among them. */
const fields = anyOf(
  shared('ui/(?:fields/)?(?:field|text-field|password-field|after-press|select|icon-button|checkbox)'),
  icons('(?:eye|eye-off|arrow-left|building-complex|wallet|user-round|check|minus)\\.'),
)

/** Icons of lists and viewers. One that is not named goes with who shows it. */
const partIcons = [
  ...['arrow-(?:down|up)', 'bell\\.', 'calendar-(?:clock|days)', 'chevron-(?:first|last|left|right)', 'chevrons-.+'],
  ...[
    'circle-(?:alert|check|check-big|x)\\.',
    'download',
    'file\\.',
    'file-(?:question|text|x)',
    'fullscreen',
    'globe',
  ],
  ...['inbox', 'info', 'lock', 'log-out', 'menu', 'move-horizontal', 'panel-(?:bottom|left)', 'paperclip', 'pen-line'],
  ...[
    'plus\\.',
    'refresh-cw',
    'rotate-cw',
    'search',
    'shield-(?:alert|check|exclamation-point|question)',
    'sliders-horizontal',
  ],
  ...['triangle-alert', 'user-pen', 'x\\.', 'zoom-in'],
]

/** What the lists and the viewers both show or ask for. */
const parts = anyOf(
  shared('session/(?:leaving/(?:log-out|use-leave)|entry/return-address)'),
  shared('(?:selection|api)/(?!guest-calls|verification).+'),
  shared('i18n/calendar-days'),
  shared('(?:failures/.+|accounts/provider-errors)'),
  shared('page-viewer/(?:images/)?(?:page-source|decode-base64|read-jpeg-size|save-file|use-download)'),
  shared('document-parts/download-button'),
  shared(
    'ui/(?:\\w+/)?(?:tag|dialog|popover|tooltip|avatar|empty-state|skeleton|progress-bar|page-box|list-(?:table|head))',
  ),
  icons(`(?:${partIcons.join('|')})`),
  feature('approvals/list/pending-approvals'),
  feature('signatures/signature-views'),
  feature('pending-documents/(?:list-state|kept-list-state|pending-documents-query)'),
  'apps/web/src/routes/frame/prefetch-screens',
)

/** What the viewers of a document and of an approval are made of, without what they open later. */
const viewer = anyOf(
  shared('page-viewer/(?!(?:\\w+/)?page-thumbnails).+'),
  shared(
    'document-parts/(?:detail-panel|download-evidence|(?:use-)?device-choices?|document-bar|document-frame|decision-bar|tab-states|use-document-signatures)',
  ),
  shared('ui/(?:\\w+/)?tabs'),
  shared('remarks/remarks-part'),
  feature('document-detail/(?:gone-notice|document-failure)'),
  'apps/web/src/routes/(?:documents/use-detail-header|frame/way-back)',
)

/** The codes of the server's errors: signing alone asks which ones there are. */
const codes = anyOf('packages/domain/src/portal-error')

/** What the list knows of signing runs before there is one. */
const runs = anyOf(shared('signing-runs/(?:followed-runs|seen-runs|signing-run)'))

/**
 * What is typed to sign, and what is said where it cannot be: one file, since each screen names all that its dialogs
 * may ask for.
 */
const signing = anyOf(
  shared('proof/.+'),
  shared('accounts/use-tries-left-text'),
  shared('signing-runs/.+'),
  shared('ui/status/busy-status'),
)

/** What lists, forms and viewers ask of the domain, and no log-in does: else `start` would take it with the rest. */
const afterLogin = anyOf(
  'packages/domain/src/webhook-types',
  'packages/domain/src/rules/signs-without-pin',
  'packages/domain/src/words/(?:email|fold-text)',
)

/** What asks for a second factor, and sets one up: a log-in, a dialog over any screen, or the profile. */
const factor = anyOf(
  shared('factor/(?!step-up).+'),
  'packages/contract/src/factors',
  'node_modules/uqr/',
  icons('printer\\.'),
)

/** Icons that screens have in common with that, none of which asks for a factor. */
const keyIcon = icons('key-round\\.')
const copyIcon = icons('(?:copy|smartphone)\\.')

const groups = Object.entries({
  codes,
  afterLogin,
  start,
  foundation,
  base,
  fields,
  parts,
  viewer,
  runs,
  signing,
  keyIcon,
  copyIcon,
  factor,
})

export const codeGroups = groups.map(([name, test], index) => ({ name, test, priority: groups.length - index }))
