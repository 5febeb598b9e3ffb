import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm start` puts the server when nothing else is asked for. */
const SERVER = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The content security policy allows fonts from our own origin only, so nothing is inlined as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': SERVER, '/config.json': SERVER } },
  preview: { proxy: { '/api': SERVER, '/config.json': SERVER } },
})
