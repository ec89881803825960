import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { type BuiltPages, entriesOf, type Renderer, rendererOf } from '../kit/http/index.ts'
import { namedMarkup } from './named-markup.ts'
import { pages, sections } from './pages.ts'

type DevBindings = { Bindings: Pick<HttpBindings, 'incoming' | 'outgoing'> }

type Answering = { fetch: (request: Request, env: object) => Response | Promise<Response> }

type DevRenderer = {
  /** Renders with the pages as they are in the editor now. */
  renderer: Renderer
  /** The site with the bundler in front of it, which serves sources to the browser. */
  inFrontOf: (site: Answering) => Hono<DevBindings>
  close: () => Promise<void>
}

/** True for paths served by the bundler: its own modules and our source files. */
const isSource = (path: string): boolean => /^\/(?:@|node_modules\/|[a-z-]+\/.*\.(?:tsx?|css|svg|woff2)$)/.test(path)

/**
 * The renderer of `npm run dev`: pages come from their sources. An island that is edited is exchanged in the browser and keeps its state
 * (React's refresh); after other edits of a page the browser loads it again. No content security policy holds there, since the bundler
 * brings styles and scripts of its own.
 */
export const createDevRenderer = async (): Promise<DevRenderer> => {
  // Loaded only here: the bundler and its plugin are development dependencies.
  const [{ createServer }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  const folder = join(import.meta.dirname, '..')
  const vite = await createServer({
    configFile: join(folder, 'vite.config.ts'),
    // A bundled copy of the configuration would come and go, and each time restart the process that is watched.
    configLoader: 'native',
    appType: 'custom',
    plugins: [react(), namedMarkup(pages, sections)],
    // Entry dependencies of islands. Discovering them later would make the bundler reload the page and lose its state.
    optimizeDeps: { include: ['react-dom/client', 'react-dom/server'] },
    server: { middlewareMode: true },
  })
  const loadPages = async (): Promise<BuiltPages> => (await vite.ssrLoadModule('/app/render-page.tsx')) as BuiltPages
  let built = await loadPages()
  return {
    renderer: rendererOf({
      assets: page => ({
        styles: ['/kit/browser/styles/index.css', ...(page.styles === undefined ? [] : [`/${page.styles}`])],
        scripts: entriesOf(page).map(module => `/${module}`),
        development: `<script type="module">${react.preambleCode.replace('__BASE__', '/')}</script><script type="module" src="/@vite/client"></script>`,
      }),
      clientDir: join(folder, 'kit/browser/public'),
      renderPage: (page, model, reader) => built.renderPage(page, model, reader),
      renderYours: (sections, reader) => built.renderYours(sections, reader),
    }),
    inFrontOf: app =>
      new Hono<DevBindings>().all('*', async c => {
        const { incoming, outgoing } = c.env
        if (isSource(c.req.path)) {
          vite.middlewares(incoming, outgoing, () => outgoing.writeHead(404).end())
          return RESPONSE_ALREADY_SENT
        }
        built = await loadPages()
        const response = await app.fetch(c.req.raw, c.env)
        outgoing.removeHeader('Content-Security-Policy')
        return response
      }),
    close: () => vite.close(),
  }
}
