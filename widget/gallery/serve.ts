import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, createServer, type InlineConfig, preview } from 'vite'
import { preactForReact } from '../build.ts'

export type Gallery = {
  /**
   * Origin. `?screen=NAME&theme=dark&lang=de&shadow` shows a single case. Without `screen` it shows all, each in every theme and language
   * unless the URL specifies one.
   */
  origin: string
  close: () => Promise<void>
}

/** Renderer of the widget: Preact as in the plain script, or React as in bundling applications. */
export type Renderer = 'preact' | 'react'

const sharedBy = (renderer: Renderer): InlineConfig => ({
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'warn',
  resolve: { alias: renderer === 'preact' ? preactForReact : {} },
  oxc: { jsx: { runtime: 'automatic', development: false } },
})

/** Serves every screen of the widget, without a provider; pages reload when the sources change. */
export const serveGallery = async (port: number): Promise<Gallery> => {
  const server = await createServer({
    ...sharedBy('preact'),
    // Nothing to bundle beforehand: every library it uses is a module already.
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { host: '127.0.0.1', port, strictPort: true },
  })
  await server.listen()
  return { origin: originOf(server.httpServer as Server), close: () => server.close() }
}

/** The same, built first and on a free port: for tests, which load many pages and change no source. */
export const serveBuiltGallery = async (renderer: Renderer = 'preact'): Promise<Gallery> => {
  const outDir = await mkdtemp(join(tmpdir(), 'gallery-'))
  const shared = sharedBy(renderer)
  // Tests set NODE_ENV to `test`, and must get a production build too.
  const define = { 'process.env.NODE_ENV': '"production"' }
  await build({ ...shared, define, build: { outDir, emptyOutDir: true } })
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  return {
    origin: originOf(server.httpServer as Server),
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

const originOf = (server: Server): string => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The gallery has no address.')
  return `http://localhost:${address.port}`
}
