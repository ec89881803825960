import { type HttpEnv, nonceOf } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import type { Database } from '../../database/index.ts'
import { mailboxPage, mailboxPath } from './page.ts'
import { findMessage, listMessages } from './store.ts'

const previewPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/**
 * The mailbox for people and for programs (DESIGN §4). Mount it only while messages end there:
 * - `GET /dev/mailbox?to=ADDRESS&id=ID`: the page
 * - `GET /dev/mailbox/messages?to=ADDRESS`: `{"messages": […]}`, newest first
 * - `GET /dev/mailbox/preview?id=ID`: the HTML of a mail, for the page's frame, without scripts and without an origin
 */
export const mailboxRoutes = (db: Database): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()

  app.use(`${mailboxPath}/*`, async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.set('Referrer-Policy', 'no-referrer')
  })

  app.get(mailboxPath, async c => {
    const nonce = nonceOf(c)
    const { to: typed, id } = c.req.query()
    const to = typed?.trim() || undefined
    const messages = await listMessages(db, to)
    const open = id === undefined ? null : await findMessage(db, id)
    c.header('Content-Security-Policy', pagePolicy(nonce))
    return c.html(mailboxPage({ messages, open: open ?? undefined, to, nonce }))
  })

  app.get(`${mailboxPath}/messages`, async c => c.json({ messages: await listMessages(db, c.req.query('to')) }))

  app.get(`${mailboxPath}/preview`, async c => {
    const message = await findMessage(db, c.req.query('id') ?? '')
    if (message?.html == null) return c.notFound()
    c.header('Content-Security-Policy', previewPolicy)
    c.header('X-Frame-Options', 'SAMEORIGIN')
    // Links of a mail open beside it, not in the frame.
    return c.html(message.html.replace('<head>', '<head><base target="_blank">'))
  })

  return app
}

const pagePolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; ` +
  "img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
