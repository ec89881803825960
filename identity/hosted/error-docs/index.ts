import type { HttpEnv } from '@corroborate/server-kit/http'
import { nonceOf } from '@corroborate/server-kit/http'
import { errorTypes } from '@corroborate/wire/errors'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { errorDocsPath } from '../../sdk/core/create-core.ts'

/** The page that explains the error types of the contract. */
export const errorDocs = (): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()
  const rows = Object.entries(errorTypes).map(
    ([type, { status, message }]) => html`<dt id="${type}"><code>${type}</code> ${status}</dt><dd>${message}</dd>`,
  )
  app.get(errorDocsPath, c => {
    c.header('Cache-Control', 'public, max-age=3600')
    return c.html(html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Errors of the identity provider</title>
<style nonce="${nonceOf(c)}">
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
dt { margin-top: 1rem; padding: .25rem .5rem } dd { margin-left: .5rem }
:target { background: #ffe9a8; color: #1a1a1a }
</style>
<h1>Errors</h1>
<p>What <code>error_type</code> says, with its usual status and sentence.</p><dl>${rows}</dl></html>`)
  })
  return app
}
