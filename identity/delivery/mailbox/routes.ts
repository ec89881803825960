import { type HttpContext, type HttpEnv, HttpProblem, nonceOf, readBody } from '@corroborate/server-kit/http'
import { callerHeader, type ReadCaller } from '@corroborate/server-kit/known-caller'
import { isReadHere } from '@corroborate/server-kit/this-machine'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import { type ListedMessages, mailboxList, mailboxPage, mailboxPath } from './page.ts'
import { findMessage, keepMessage, listMessages } from './store.ts'

const previewPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/** Restricts codes and links to local requests. */
const requireLocalReader = (c: HttpContext): void => {
  if (isReadHere(c)) return
  throw new HttpProblem(
    403,
    'The mailbox is available on this machine only, at http://localhost. To deliver messages elsewhere, set SMTP_URL.',
  )
}

type MailboxOptions = {
  db: Database
  /** Identifies requests from our own servers. */
  readCaller: ReadCaller
  now: () => number
}

/** A mail of another server of ours, such as the site. */
const mail = z.object({
  id: z.string().min(1).max(200),
  to: z.string().min(1).max(320),
  subject: z.string().max(1_000),
  text: z.string(),
  html: z.string().nullable(),
  links: z.array(z.string()).default([]),
})

/**
 * Development mailbox for people and API clients (DESIGN §4), local only. Mount it only while messages are delivered there:
 * - `GET /dev/mailbox?to=ADDRESS&id=ID`: the page
 * - `GET /dev/mailbox/list?to=ADDRESS&id=ID`: its list only
 * - `GET /dev/mailbox/messages?to=ADDRESS`: `{"messages": […]}`, newest first
 * - `POST /dev/mailbox/messages`: stores a mail of a server of ours, which signs the request; idempotent by ID
 * - `GET /dev/mailbox/preview?id=ID`: the HTML of a mail for the page's frame, sandboxed without scripts or an origin
 */
export const mailboxRoutes = ({ db, readCaller, now }: MailboxOptions): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()

  app.use(`${mailboxPath}/*`, async (c, next) => {
    requireLocalReader(c)
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.set('Referrer-Policy', 'no-referrer')
  })

  const find = async ({ to: typed, id }: Record<string, string>): Promise<ListedMessages> => {
    const to = typed?.trim() || undefined
    const open = id === undefined ? null : await findMessage(db, id)
    return { messages: await listMessages(db, to), open: open ?? undefined, to }
  }

  app.get(mailboxPath, async c => {
    const nonce = nonceOf(c)
    c.header('Content-Security-Policy', pagePolicy(nonce))
    return c.html(mailboxPage({ ...(await find(c.req.query())), nonce }))
  })

  app.get(`${mailboxPath}/list`, async c => c.html(mailboxList(await find(c.req.query()))))

  app.get(`${mailboxPath}/messages`, async c => c.json({ messages: await listMessages(db, c.req.query('to')) }))

  app.post(`${mailboxPath}/messages`, async c => {
    const path = `${mailboxPath}/messages`
    if (readCaller(c.req.header(callerHeader) ?? '', { method: 'POST', path }) === null)
      throw new HttpProblem(403, 'Only this installation’s servers can add messages to the mailbox.')
    const { id, to, ...said } = await readBody(c, mail)
    const rendered = { ...said, code: null }
    await keepMessage(db, 'site', { id, channel: 'email', to, rendered }, now())
    return c.json({ status: 'kept' })
  })

  app.get(`${mailboxPath}/preview`, async c => {
    const message = await findMessage(db, c.req.query('id') ?? '')
    if (message?.html == null) return c.notFound()
    c.header('Content-Security-Policy', previewPolicy)
    c.header('X-Frame-Options', 'SAMEORIGIN')
    // Opens links of a mail in a new tab instead of the frame.
    return c.html(message.html.replace('<head>', '<head><base target="_blank">'))
  })

  return app
}

const pagePolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; ` +
  "img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
