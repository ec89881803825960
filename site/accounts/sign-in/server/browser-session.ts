import { addressOf, cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import type { Logger } from '@corroborate/server-kit/logging'
import type { Handlers, Outbox, OutboxTables } from '@corroborate/server-kit/outbox'
import { cookieNames } from '@corroborate/wire/storage'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { Kysely } from 'kysely'
import { isForAnybody } from '../../../kit/http/index.ts'
import { type Account, type People, removeMark, type SessionState, type Visitor } from '../../../kit/people/index.ts'
import { type SessionNews, sessionNewsAge, sessionNewsName } from '../session-news.ts'
import type { Client, IdentityProvider } from './provider/index.ts'
import { readSessionCookie, sessionCookieName } from './session-cookie.ts'
import type { FreshCookie, KnownSession, Recognised, Sessions, VouchedSession } from './sessions.ts'
import { endSession, type SignInTables } from './store.ts'

export type SignInJobs = {
  /** Tells the provider of a log-out that it could not be told of at once. */
  'sign-in.revoke': { token: string }
  /** Mails who has signed up what confirms their address; `address` is where they asked from. */
  'sign-in.confirm': { email: string; address: string }
}

type BrowserSessionOptions = {
  /** The site is served over TLS. */
  secure: boolean
  db: Kysely<SignInTables & OutboxTables>
  outbox: Pick<Outbox<SignInJobs>, 'enqueue'>
  people: People
  sessions: Sessions
  provider: Pick<IdentityProvider, 'revoke'>
  /** Gives an account what the site keeps of a visitor. */
  moveToAccount: (visitor: Visitor, account: Account) => Promise<void>
  logger: Pick<Logger, 'warn'>
  now: () => number
}

const hidden = { httpOnly: true, sameSite: 'Lax', path: '/' } as const

const nobody: Recognised = { kind: 'nobody' }

/** The session between a browser and this site: looked up for each request, begun, and ended. */
export const createBrowserSession = (options: BrowserSessionOptions) => {
  const { secure, db, outbox, people, sessions, provider, moveToAccount, logger, now } = options
  const cookieName = sessionCookieName(secure)
  const seen = new WeakMap<HttpContext, Recognised>()
  /** Requests whose handler has decided about the cookie itself. */
  const settled = new WeakSet<HttpContext>()
  const keep = (c: HttpContext, { value, expiresAt }: FreshCookie): void => {
    settled.add(c)
    setCookie(c, cookieName, value, { ...hidden, secure, maxAge: Math.max(0, Math.floor((expiresAt - now()) / 1_000)) })
  }

  const forget = (c: HttpContext): void => {
    settled.add(c)
    deleteCookie(c, cookieName, { secure })
    removeMark(c)
  }

  const cookieValue = (c: HttpContext) => cookieNamed(c.req.header('Cookie'), cookieName)

  /** Looks the session of a request up, lets it be answered, and renews or removes the cookie. */
  const around = async (c: HttpContext, value: string, next: () => Promise<void>): Promise<void> => {
    const cookie = readSessionCookie(value)
    const recognised = cookie === null ? nobody : await sessions.recognise(cookie, clientOf(c))
    seen.set(c, recognised)
    people.noteSession(c, stateOf(recognised), async () => {
      const asked = await askAgain(c, recognised)
      seen.set(c, asked)
      return stateOf(asked)
    })
    await next()
    // What a cache may keep sets no cookie: the call for what is the reader's own does (`paper/yours`).
    if (settled.has(c) || isForAnybody(c.res.headers)) return
    const found = of(c)
    if (found.kind === 'nobody' || found.kind === 'owed') forget(c)
    else if ('cookie' in found) keep(c, found.cookie)
  }

  /** What the provider says of a session that its own JWT vouched for; the same, while it is silent. */
  const askAgain = async (c: HttpContext, recognised: Recognised): Promise<Recognised> => {
    if (recognised.kind !== 'account' || 'said' in recognised) return recognised
    const asked = await sessions.ask(recognised.session.token, clientOf(c))
    return asked.kind === 'unsure' ? recognised : asked
  }

  const of = (c: HttpContext): Recognised => seen.get(c) ?? nobody

  return {
    cookieValue,
    around,

    /** The session the request came with. */
    of,

    /**
     * Signs the browser in: a cookie of the session's own token, so that none from before goes on, and what the visitor did
     * becomes the account's. An operator who impersonates it keeps what is theirs.
     */
    begin: async (c: HttpContext, session: KnownSession | VouchedSession): Promise<void> => {
      const visitor = people.visitor(c)
      if (visitor !== null && session.account.impersonator === undefined) await moveToAccount(visitor, session.account)
      if ('cookie' in session) keep(c, session.cookie)
      if (!isSame(of(c), session)) removeMark(c)
    },

    /** Tells the script of the next page what it could not see. */
    tell: (c: HttpContext, news: SessionNews): void => {
      const options = { sameSite: 'Strict', secure, path: '/', maxAge: sessionNewsAge } as const
      setCookie(c, sessionNewsName(secure), JSON.stringify(news), options)
    },

    /** Takes the cookie away, if it is of this session. */
    drop: (c: HttpContext, token: string): void => {
      if (readSessionCookie(cookieValue(c) ?? '')?.token === token) seen.set(c, nobody)
    },

    /** Whether the browser has a session of ours, as far as can be told. */
    isSignedIn: (c: HttpContext): boolean => stateOf(of(c)) !== 'nobody',

    /**
     * Signs the browser out: here at once, whatever the provider says; there now, or as soon as it answers. The cookies of
     * the headless client go too.
     */
    end: async (c: HttpContext): Promise<void> => {
      const recognised = of(c)
      const token = readSessionCookie(cookieValue(c) ?? '')?.token
      forget(c)
      for (const name of Object.values(cookieNames)) deleteCookie(c, name)
      // Of a session that is none there is nothing to end.
      if (token === undefined || recognised.kind === 'nobody') return
      const id = recognised.kind === 'account' ? recognised.session.id : null
      await endSession(db.$pickTables<keyof SignInTables>(), { id, token }, now())
      const revoked = await provider.revoke(token, clientOf(c))
      if (revoked.kind === 'done') return
      logger.warn({ reason: revoked.reason }, 'a log-out could not be told to the provider yet')
      await outbox.enqueue(db, { kind: 'sign-in.revoke', payload: { token } })
    },
  }
}

/** Whether no session begins: the script of each page asks about the one that its browser has. */
const isSame = (known: Recognised, { session }: KnownSession): boolean =>
  known.kind === 'account' && known.session.token === session.token

/** Who has proved one factor of two is nobody here. */
const stateOf = (recognised: Recognised): SessionState => {
  if (recognised.kind === 'account') return recognised.account
  return recognised.kind === 'owed' ? 'nobody' : recognised.kind
}

/** For the outbox's worker. */
export const signInJobs = (
  provider: Pick<IdentityProvider, 'revoke' | 'sendConfirmation'>,
  /** Where mailed links lead. */
  landing: string,
): Required<Handlers<SignInJobs>> => ({
  'sign-in.revoke': async ({ token }) => {
    const answer = await provider.revoke(token)
    if (answer.kind === 'unavailable') throw new Error(answer.reason)
  },
  'sign-in.confirm': async ({ email, address }) => {
    const answer = await provider.sendConfirmation({ email, landing }, { address, userAgent: '' })
    if (answer.kind === 'unavailable') throw new Error(answer.reason)
    // Somebody over a limit has it sent later; any other refusal is for good, and the page says how to ask again.
    if (answer.kind === 'refused' && answer.status === 429) throw new Error(answer.message)
  },
})

export type BrowserSession = ReturnType<typeof createBrowserSession>

/** The person that the provider is asked about. */
export const clientOf = (c: HttpContext): Client => ({
  address: addressOf(c),
  userAgent: c.req.header('User-Agent') ?? '',
})
