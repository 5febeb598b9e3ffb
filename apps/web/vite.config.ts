import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { omitSchemas } from './omit-schemas.ts'
import { splitCatalogues } from './split-catalogues.ts'

const FOUNDATION =
  /node_modules\/(?:react|react-dom|scheduler|i18next|use-sync-external-store|@tanstack\/(?:react-router|router-core|history|store|react-store|react-query|query-core))\//

/** What the first code of the portal calls anyway: in one file it takes fewer bytes than in ten. */
const BASE =
  /packages\/contract\/src\/|apps\/web\/src\/shared\/(?:session\/|api\/(?:api|query-client|query-keys|portal-config)|i18n\/(?:use-text|use-error-text|language|language-names|use-choose-language)|ui\/(?:class-names|content-id|button|toast))|lucide-react\/dist\/esm\/(?!icons)/

/** Where `npm start` puts the server when nothing else is asked for. */
const SERVER = 'http://127.0.0.1:8080'

/**
 * Style sheets arrive in any order, and the first that names a layer places it; so each of them names all.
 */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? `@layer reset, base, parts, screens;\n${code}` : undefined),
}

export default defineConfig({
  plugins: [omitSchemas, splitCatalogues, layerOrder, react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The content security policy allows fonts from our own origin only, so nothing is inlined as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every screen needs and what changes least: one file that stays in the browser's cache.
        codeSplitting: {
          groups: [
            { name: 'foundation', test: FOUNDATION },
            { name: 'base', test: BASE },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/config.json': SERVER } },
  preview: { proxy: { '/api': SERVER, '/config.json': SERVER } },
})
