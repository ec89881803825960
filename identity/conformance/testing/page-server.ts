import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { freePort } from '@corroborate/server-kit/testing/server'

/** The folder of the client as it is published. */
const published = dirname(createRequire(import.meta.url).resolve('@stytch/vanilla-js'))

/** Loads the client, tells when it is there, and leaves the rest to the test. */
const page = (file: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>An application</title>
<div id="login"></div>
<script type="module">
  window.Stytch = await import('/client/${file}')
  document.body.dataset.ready = ''
</script>`

export type PageServer = { origin: string; close: () => Promise<void> }

/** An application on an origin of its own: every path is a page with the client, those under `/ui/` with its widget. */
export const startPageServer = async (): Promise<PageServer> => {
  const port = await freePort()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = /^\/client\/([\w.-]+\.js)$/.exec(pathname)?.[1]
    if (file === undefined) {
      const bundle = pathname.startsWith('/ui') ? 'index.esm.js' : 'index.headless.esm.js'
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page(bundle))
      return
    }
    const content = await readFile(join(published, file)).catch(() => null)
    if (content === null) response.statusCode = 404
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8').end(content)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
