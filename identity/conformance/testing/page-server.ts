import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { freePort } from '@corroborate/server-kit/testing/server'

/** A page that signs people in, and the scripts it loads. */
export type Application = {
  /** The folder that is served under `/client/`. */
  folder: string
  /** The page at a path. It defines `window.makeClient`, and marks its body with `data-ready` when it has. */
  page: (pathname: string) => string
}

/** The client as it is published: headless, and under `/ui/` with its widget. */
export const publishedClient: Application = {
  folder: dirname(createRequire(import.meta.url).resolve('@stytch/vanilla-js')),
  page: pathname => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>An application</title>
<div id="login"></div>
<script type="module">
  const { StytchUIClient, StytchHeadlessClient } = await import('/client/${pathname.startsWith('/ui') ? 'index.esm.js' : 'index.headless.esm.js'}')
  window.makeClient = (token, options) => new (StytchUIClient ?? StytchHeadlessClient)(token, options)
  document.body.dataset.ready = ''
</script>`,
}

export type PageServer = { origin: string; close: () => Promise<void> }

/** An application on an origin of its own: every path is a page with the client. */
export const startPageServer = async ({ folder, page }: Application): Promise<PageServer> => {
  const port = await freePort()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = /^\/client\/([\w@./-]+\.m?js)$/.exec(pathname)?.[1]
    if (file === undefined) {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page(pathname))
      return
    }
    const content = await readFile(join(folder, file)).catch(() => null)
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
