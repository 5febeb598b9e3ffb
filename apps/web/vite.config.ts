import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { codeGroups } from './code-groups.ts'
import { omitSchemas } from './omit-schemas.ts'
import { splitCatalogues } from './split-catalogues.ts'
import { writeNoticesWorker } from './write-notices-worker.ts'
import { writeScreenPages } from './write-screen-pages.ts'

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
  plugins: [omitSchemas, splitCatalogues, layerOrder, react(), writeNoticesWorker, writeScreenPages],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The content security policy allows fonts from our own origin only, so nothing is inlined as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: codeGroups },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/config.json': SERVER } },
  preview: { proxy: { '/api': SERVER, '/config.json': SERVER } },
})
