import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { readManifest, rendererOf } from '../../http/index.ts'
import { definePage } from '../../page/define-page.ts'

const site = join(import.meta.dirname, '../../..')
const entry = 'kit/browser/testing/test-entry.ts'

const testPage = definePage({
  name: 'islands',
  component: 'kit/browser/testing/test-page.tsx',
  head: () => ({ title: 'Islands' }),
  islands: entry,
  scriptBudget: 700,
})

/** Builds the island test page like the site's pages and serves it under a strict CSP. Form posts are echoed. */
export const serveTestPage = async (outDir: string) => {
  const shared = { configFile: join(site, 'vite.config.ts'), logLevel: 'warn', mode: 'production' } as const
  await build({ ...shared, build: { outDir: join(outDir, 'client'), rolldownOptions: { input: join(site, entry) } } })
  await build({
    ...shared,
    build: {
      outDir: join(outDir, 'server'),
      ssr: true,
      rolldownOptions: { input: join(import.meta.dirname, 'test-page.tsx') },
    },
  })
  const { renderTestPage } = await import(pathToFileURL(join(outDir, 'server', 'pages.js')).href)
  const script = (await readManifest(outDir))[entry]?.file
  const renderer = rendererOf({
    // The script of every page comes first; here it is the same one.
    assets: () => ({ styles: [], scripts: [`/${script}`, `/${script}`] }),
    clientDir: join(outDir, 'client'),
    renderPage: renderTestPage,
    renderYours: () => ({}),
  })
  const html = renderer.render(testPage, {}, { nonce: 'once', head: { title: 'Islands' } })
  const policy = `default-src 'none'; script-src 'nonce-once' 'strict-dynamic'; img-src 'self'; form-action 'self'`

  const server = createServer(async (request, response) => {
    const answer = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body)
    if (request.method === 'POST') return answer('text/plain', await text(request))
    if (request.url === '/') return answer('text/html; charset=utf-8', html)
    const file = await readFile(join(renderer.clientDir, request.url ?? '')).catch(() => null)
    return file === null
      ? response.writeHead(404).end()
      : answer(request.url === '/favicon.svg' ? 'image/svg+xml' : 'text/javascript', file)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
