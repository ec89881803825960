import { Readable } from 'node:stream'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { AdministratorRole } from '../../../administrators/store.ts'
import { identityUnderTest } from '../../../testing/index.ts'
import { runCli } from '../../cli/index.ts'

type Identity = Awaited<ReturnType<typeof identityUnderTest>>

/** A page as a browser without script has it. */
export type Opened = { status: number; url: string; html: string; headers: Headers }

/** A browser without script, which keeps cookies and follows redirects. */
export type ConsoleVisitor = {
  cookies: Map<string, string>
  get: (path: string) => Promise<Opened>
  /** Sends a form of values; `follows` is on unless a redirect is to be seen. */
  post: (
    path: string,
    values: Readonly<Record<string, string | Blob>>,
    options?: { follows?: boolean; headers?: Record<string, string> },
  ) => Promise<Opened>
  /** Sends the form of an act for a reason, as a page would. */
  act: (path: string, values?: Readonly<Record<string, string | Blob>>) => Promise<Opened>
}

const openVisitor = (identity: Identity): ConsoleVisitor => {
  const { origin } = identity.settings.identity
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit, follows: boolean): Promise<Opened> => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map(pair => pair.join('=')).join('; '))
    const answer = await identity.app.request(`${origin}${path}`, { ...init, headers })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = answer.headers.get('Location')
    if (follows && answer.status === 303 && location !== null) return ask(location, { method: 'GET' }, true)
    return { status: answer.status, url: path, html: await answer.text(), headers: answer.headers }
  }
  const post: ConsoleVisitor['post'] = (path, values, { follows = true, headers = {} } = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(values)) body.append(name, value)
    return ask(path, { method: 'POST', body, headers: { Origin: origin, ...headers } }, follows)
  }
  return {
    cookies,
    get: path => ask(path, { method: 'GET' }, true),
    post,
    act: (path, values = {}) => post(path, { reason: 'A ticket asks for it', ...values }),
  }
}

const linkIn = (text: string): string => /https?:\/\/\S+(\/console\/\S+)/.exec(text)?.[1] ?? ''

/** Starts a provider with its command line and with administrators who sign in with their invitation and a new authenticator app. */
export const openConsole = async (
  settings: Record<string, string> = {},
  /** `openIdentity` where it is shared by tests, and closed after them. */
  open: typeof identityUnderTest = identityUnderTest,
) => {
  const identity = await open(settings)
  const run = async (line: string, stdin = '') => {
    const printed = { out: '', err: '' }
    const code = await runCli(
      line.split(' ').map(word => word.replaceAll('␣', ' ')),
      () => identity.settings,
      {
        stdin: Readable.from([stdin]),
        out: text => {
          printed.out += text
        },
        err: text => {
          printed.err += text
        },
      },
    )
    return { code, ...printed }
  }

  const enter = async (email: string, role: AdministratorRole = 'owner') => {
    const { out, err, code } = await run(`admin add ${email} --role ${role}`)
    expect(err).toBe('')
    expect(code).toBe(0)
    const visitor = openVisitor(identity)
    const { html: opened } = await visitor.get(linkIn(out))
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(opened) ?? []
    await visitor.post('/console/sign-in/link', { token })
    const { html } = await visitor.post('/console/second/app', {})
    const [, secret = ''] = /<dt>Key<\/dt><dd><code>([A-Z2-7]+)/.exec(html) ?? []
    const totp = new TOTP({ secret })
    const { html: home } = await visitor.post('/console/second/code', {
      code: totp.generate({ timestamp: identity.clock.now }),
      enrolling: 'on',
    })
    expect(home).toContain(email)
    return Object.assign(visitor, { totp })
  }

  const audited = async (action: string) => {
    const rows = await identity.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute()
    return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as Record<string, unknown> }))
  }

  return {
    ...identity,
    ownProject: identity.project,
    run,
    enter,
    audited,
    visitor: () => openVisitor(identity),
    /** The address of the project of the site. */
    project: `/console/projects/${identity.publicToken}`,
  }
}
