import { callerHeader, type SignCall } from '@corroborate/server-kit/known-caller'
import { account as accountCalls } from '@corroborate/wire/account'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { type Call, callPath } from '@corroborate/wire/call'
import { type ErrorType, unrecoverableErrorTypes } from '@corroborate/wire/errors'
import { magicLinks } from '@corroborate/wire/magic-links'
import { passwords } from '@corroborate/wire/passwords'
import { sessions } from '@corroborate/wire/sessions'
import type { BodyOf } from '@corroborate/wire/types'
import { z } from 'zod'
import type { OutsideService } from '../../../kit/outside/index.ts'
import { sessionMinutes } from '../session-minutes.ts'

/** Whom a call is made for: the provider counts and records them, not us. */
export type Client = { address: string; userAgent: string }

/** A session that is good, as the provider says. Times in epoch milliseconds. */
export type ProvedSession = {
  token: string
  /** Null when the provider keeps it to itself. */
  jwt: string | null
  sessionId: string
  expiresAt: number
  user: z.output<typeof user>
}

export type SessionAnswer = { kind: 'found'; session: ProvedSession } | NotFound | Unavailable
export type LinkAnswer = { kind: 'found'; session: ProvedSession } | Refused | Unavailable
export type SendAnswer = { kind: 'sent' } | Refused | Unavailable
/** `linkId`: by what the browser that asked knows the link again. */
export type LinkSentAnswer = { kind: 'sent'; linkId: string } | Refused | Unavailable
/** Whose account a mailed token opens, to which address it was mailed, and whether somebody has proved that one already. */
export type LookAnswer = { kind: 'found'; userId: string; email: string; isProved: boolean } | Refused | Unavailable

/** All that the provider keeps of somebody, as it says it. */
export type ExportAnswer = { kind: 'found'; account: Record<string, unknown> } | Refused | Unavailable

type NotFound = { kind: 'not-found' }
/** `message` is the provider's sentence for people. */
type Refused = { kind: 'refused'; errorType: string; status: number; message: string }
type Unavailable = { kind: 'unavailable'; reason: string }

/** The identity provider as this site uses it: as one of its projects, known by its public token. Never throws. */
export type IdentityProvider = {
  /** Whose session a token is. */
  authenticate: (token: string, client: Client) => Promise<SessionAnswer>
  /** Ends a session; `done` also when there was none. Without a client the site asks for itself, later. */
  revoke: (token: string, client?: Client) => Promise<{ kind: 'done' } | Unavailable>
  /**
   * Spends a mailed token. Never in the name of a session: who opened the link may be somebody else than who was signed in
   * there, and the provider would take both for one hand.
   */
  spendLink: (link: { token: string; verifier: string | null }, client: Client) => Promise<LinkAnswer>
  /** Sets a new password by the token of a reset mail, and signs in with it. */
  setPassword: (wish: { token: string; password: string }, client: Client) => Promise<LinkAnswer>
  /** Mails what proves an address, to whoever has it; its links lead to `landing`. */
  sendConfirmation: (mail: { email: string; landing: string }, client: Client) => Promise<SendAnswer>
  /** All that the provider keeps of a session's user, for their own copy. */
  exportAccount: (token: string, client: Client) => Promise<ExportAnswer>
  /** For whom a mailed token is. Spends nothing. */
  lookAtLink: (token: string, client: Client) => Promise<LookAnswer>
  /** Mails a link that leads to `landing`. */
  sendLink: (
    link: { email: string; landing: string; challenge: string | null },
    client: Client,
  ) => Promise<LinkSentAnswer>
}

/** How long somebody waits for a page while the provider is silent, and for their log-in, in ms. */
const patience = { look: 1_500, act: 8_000 } as const

const user = z.object({
  user_id: z.string().min(1),
  created_at: z.string(),
  updated_at: z.string(),
  name: z.object({ first_name: z.string(), last_name: z.string() }),
  emails: z.array(z.object({ email: z.string(), verified: z.boolean() })),
  phone_numbers: z.array(z.object({ phone_number: z.string(), verified: z.boolean() })).default([]),
  roles: z.array(z.string()),
})

// Read leniently: a newer provider may say more.
const signedIn = z.object({
  data: z.object({
    session_token: z.string(),
    session_jwt: z.string(),
    session: z.object({ session_id: z.string().min(1), expires_at: z.iso.datetime().transform(Date.parse) }),
    user,
  }),
})
const linkSent = z.object({ data: z.object({ link_id: z.string().min(1) }) })
const linkLookedAt = z.object({
  data: z.object({ user_id: z.string().min(1), email_address: z.string().min(1), email_verified: z.boolean() }),
})
const exported = z.object({ data: z.object({ account: z.record(z.string(), z.unknown()) }) })
const refusal = z.object({ error_type: z.string(), error_message: z.string(), status_code: z.number() })

type Said = { kind: 'success'; body: unknown } | Refused | Unavailable

export const createIdentityProvider = ({
  origin,
  publicToken,
  service,
  signCall,
}: {
  origin: string
  publicToken: string
  service: Pick<OutsideService, 'send'>
  signCall: SignCall
}): IdentityProvider => {
  const call = async <C extends Call>(
    called: C,
    body: BodyOf<C>,
    { token = null, client, again = false }: { token?: string | null; client?: Client; again?: boolean },
  ): Promise<Said> => {
    const url = new URL(callPath(called), origin)
    const method = called.method === 'GET' ? 'GET' : 'POST'
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: formatAuthorization({ publicToken, sessionToken: token }),
      ...(client && {
        [callerHeader]: signCall({ address: client.address, method, path: url.pathname }),
        'user-agent': client.userAgent,
      }),
    }
    const answer = await service.send(
      url,
      { method, headers, again, ...(body !== undefined && { body: JSON.stringify(body) }) },
      again ? patience.look : patience.act,
    )
    if (answer.kind === 'unavailable') return answer
    const json = parseJson(answer.body)
    if (answer.status < 300) return { kind: 'success', body: json }
    const read = refusal.safeParse(json)
    if (!read.success) return { kind: 'unavailable', reason: `The identity provider answered ${answer.status}` }
    const { error_type, error_message, status_code } = read.data
    return { kind: 'refused', errorType: error_type, status: status_code, message: error_message }
  }

  /** `sent` stands in for a token that the provider keeps to itself. */
  const sessionIn = (body: unknown, sent: string): { kind: 'found'; session: ProvedSession } | Unavailable => {
    const read = signedIn.safeParse(body)
    if (!read.success) return somethingElse
    const { session_token, session_jwt, session, user } = read.data.data
    return {
      kind: 'found',
      session: {
        token: session_token || sent,
        jwt: session_jwt || null,
        sessionId: session.session_id,
        expiresAt: session.expires_at,
        user,
      },
    }
  }

  return {
    authenticate: async (token, client) => {
      const said = await call(sessions.authenticate, {}, { token, client, again: true })
      if (said.kind === 'success') return sessionIn(said.body, token)
      return isEnd(said) ? { kind: 'not-found' } : unavailable(said)
    },

    revoke: async (token, client) => {
      const said = await call(sessions.revoke, undefined, { token, again: true, ...(client && { client }) })
      return said.kind === 'success' || isEnd(said) ? { kind: 'done' } : unavailable(said)
    },

    exportAccount: async (token, client) => {
      const said = await call(accountCalls.export, undefined, { token, client })
      if (said.kind !== 'success') return said
      const read = exported.safeParse(said.body)
      return read.success ? { kind: 'found', account: read.data.data.account } : somethingElse
    },

    lookAtLink: async (token, client) => {
      const said = await call(magicLinks.look, { token }, { client, again: true })
      if (said.kind !== 'success') return said
      const read = linkLookedAt.safeParse(said.body)
      if (!read.success) return somethingElse
      const { user_id, email_address, email_verified } = read.data.data
      return { kind: 'found', userId: user_id, email: email_address, isProved: email_verified }
    },

    spendLink: async ({ token, verifier }, client) => {
      const body = { token, session_duration_minutes: sessionMinutes, ...(verifier && { code_verifier: verifier }) }
      const said = await call(magicLinks.authenticate, body, { client })
      return said.kind === 'success' ? sessionIn(said.body, '') : said
    },

    setPassword: async ({ token, password }, client) => {
      const body = { token, password, session_duration_minutes: sessionMinutes }
      const said = await call(passwords.resetByEmail, body, { client })
      return said.kind === 'success' ? sessionIn(said.body, '') : said
    },

    sendConfirmation: async ({ email, landing }, client) => {
      const body = { email, login_redirect_url: landing, reset_password_redirect_url: landing }
      const said = await call(passwords.resetByEmailStart, body, { client })
      return said.kind === 'success' ? { kind: 'sent' } : said
    },

    sendLink: async ({ email, landing, challenge }, client) => {
      const body = {
        email,
        login_magic_link_url: landing,
        signup_magic_link_url: landing,
        ...(challenge && { code_challenge: challenge }),
      }
      const said = await call(magicLinks.loginOrCreate, body, { client })
      if (said.kind !== 'success') return said
      const read = linkSent.safeParse(said.body)
      return read.success ? { kind: 'sent', linkId: read.data.data.link_id } : somethingElse
    },
  }
}

const somethingElse: Unavailable = { kind: 'unavailable', reason: 'The identity provider answered something else' }

/** Refused because there is no such session. */
const isEnd = (said: Refused | Unavailable): boolean =>
  said.kind === 'refused' && unrecoverableErrorTypes.some((known: ErrorType) => known === said.errorType)

/** Refused for a reason that is not the session's: too many requests, a wrong public token. */
const unavailable = (said: Refused | Unavailable): Unavailable =>
  said.kind === 'unavailable'
    ? said
    : { kind: 'unavailable', reason: `The identity provider refused: ${said.errorType}` }

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
