import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@corroborate/server-kit/testing/server'
import { widgetDist } from '../../dist.ts'

/** A third-party page with the widget's script and a mount target. */
const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>An application</title><link rel="icon" href="data:,"></head>
<body><main><div id="login"></div></main><script src="/widget.js"></script></body></html>`

export type PageServer = { origin: string; close: () => Promise<void> }

/** An application on an origin of its own: every path is that page. */
export const startPageServer = async (): Promise<PageServer> => {
  const port = await freePort()
  const server = createServer(async (request, response) => {
    if (request.url === '/widget.js') {
      const script = await readFile(join(widgetDist, 'widget.js'))
      response.setHeader('Content-Type', 'text/javascript; charset=utf-8').end(script)
      return
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
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
