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
import {
  type FreshCookie,
  type KnownSession,
  type Recognised,
  readSessionCookie,
  type Sessions,
  sessionCookieName,
  type VouchedSession,
} from './sessions.ts'
import { endSession, type SignInTables } from './store.ts'

export type SignInJobs = {
  /** Revokes a session at the provider after a logout while it was unavailable. */
  'sign-in.revoke': { token: string }
  /** Sends a confirmation mail after sign-up; `address` is the client's network address. */
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
  /** Assigns a visitor's data to an account. */
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
  /** Requests whose handler has set or removed the cookie itself. */
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
    // Cacheable responses set no cookie; the request for personal data does (`paper/yours`).
    if (settled.has(c) || isForAnybody(c.res.headers)) return
    const found = of(c)
    if (found.kind === 'nobody' || found.kind === 'owed') forget(c)
    else if ('cookie' in found) keep(c, found.cookie)
  }

  /** Checks a session verified by its JWT with the provider; unchanged if the provider is unavailable. */
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
     * Signs the browser in: sets a cookie with the new session's token, which ends previous ones, and assigns the visitor's data to the
     * account. During impersonation, the operator keeps their own data.
     */
    begin: async (c: HttpContext, session: KnownSession | VouchedSession): Promise<void> => {
      const visitor = people.visitor(c)
      if (visitor !== null && session.account.impersonator === undefined) await moveToAccount(visitor, session.account)
      if ('cookie' in session) keep(c, session.cookie)
      if (!isSame(of(c), session)) removeMark(c)
    },

    /** Sets news for the next page's script. */
    tell: (c: HttpContext, news: SessionNews): void => {
      const options = { sameSite: 'Strict', secure, path: '/', maxAge: sessionNewsAge } as const
      setCookie(c, sessionNewsName(secure), JSON.stringify(news), options)
    },

    /** Removes the cookie if it belongs to this session. */
    drop: (c: HttpContext, token: string): void => {
      if (readSessionCookie(cookieValue(c) ?? '')?.token === token) seen.set(c, nobody)
    },

    /** True if the browser has a session of ours, as far as known. */
    isSignedIn: (c: HttpContext): boolean => stateOf(of(c)) !== 'nobody',

    /**
     * Signs the browser out: here immediately, regardless of the provider; there immediately, or once it responds. Also removes the
     * headless client's cookies.
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

/** True if no new session begins: every page's script checks the browser's current one. */
const isSame = (known: Recognised, { session }: KnownSession): boolean =>
  known.kind === 'account' && known.session.token === session.token

/** A session with one of two factors counts as signed out here. */
const stateOf = (recognised: Recognised): SessionState => {
  if (recognised.kind === 'account') return recognised.account
  return recognised.kind === 'owed' ? 'nobody' : recognised.kind
}

/** For the outbox's worker. */
export const signInJobs = (
  provider: Pick<IdentityProvider, 'revoke' | 'sendConfirmation'>,
  /** Redirect URL of magic links. */
  landing: string,
): Required<Handlers<SignInJobs>> => ({
  'sign-in.revoke': async ({ token }) => {
    const answer = await provider.revoke(token)
    if (answer.kind === 'unavailable') throw new Error(answer.reason)
  },
  'sign-in.confirm': async ({ email, address }) => {
    const answer = await provider.sendConfirmation({ email, landing }, { address, userAgent: '' })
    if (answer.kind === 'unavailable') throw new Error(answer.reason)
    // A rate-limited mail is retried later. Other errors are final, and the page explains how to retry.
    if (answer.kind === 'refused' && answer.status === 429) throw new Error(answer.message)
  },
})

export type BrowserSession = ReturnType<typeof createBrowserSession>

/** Returns the client on whose behalf the provider is called. */
export const clientOf = (c: HttpContext): Client => ({
  address: addressOf(c),
  userAgent: c.req.header('User-Agent') ?? '',
})
