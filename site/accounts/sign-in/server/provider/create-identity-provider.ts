import { account as accountCalls } from '@corroborate/wire/account'
import { isSixDigits, normalizeCode } from '@corroborate/wire/codes'
import { type ErrorType, unrecoverableErrorTypes } from '@corroborate/wire/errors'
import { magicLinks } from '@corroborate/wire/magic-links'
import { passwords } from '@corroborate/wire/passwords'
import { sessions } from '@corroborate/wire/sessions'
import { totps } from '@corroborate/wire/totps'
import { sessionMinutes } from '../../session-minutes.ts'
import {
  type Client,
  createRequestProvider,
  type Refused,
  type RequestProviderOptions,
  type Unavailable,
} from './ask-provider.ts'
import {
  type LinkLookedAt,
  type ProvedSession,
  readExport,
  readLinkLookedAt,
  readLinkSent,
  readSession,
} from './provider-bodies.ts'

/** `owed`: the project limits sessions without the second factor, and the provider returns no more about them. */
export type SessionAnswer = { kind: 'found'; session: ProvedSession } | { kind: 'owed' } | NotFound | Unavailable
export type LinkAnswer = { kind: 'found'; session: ProvedSession } | Refused | Unavailable
export type SendAnswer = { kind: 'sent' } | Refused | Unavailable
/** `linkId`: ID by which the requesting browser recognizes the link. */
export type LinkSentAnswer = { kind: 'sent'; linkId: string } | Refused | Unavailable
export type LookAnswer = LinkLookedAt | Refused | Unavailable

/** The provider's complete data about a user. */
export type ExportAnswer = { kind: 'found'; account: Record<string, unknown> } | Refused | Unavailable

type NotFound = { kind: 'not-found' }

/** The identity provider as this site uses it: as one of its projects, known by its public token. Never throws. */
export type IdentityProvider = {
  /** Returns the session of a token. */
  authenticate: (token: string, client: Client) => Promise<SessionAnswer>
  /** Revokes a session; `done` even if there was none. Without a client, the site calls later in its own name. */
  revoke: (token: string, client?: Client) => Promise<{ kind: 'done' } | Unavailable>
  /**
   * Spends an emailed token. Never with a session: the link's user may differ from the signed-in one, and the provider would treat both as
   * the same.
   */
  spendLink: (link: { token: string; verifier: string | null }, client: Client) => Promise<LinkAnswer>
  /** Sets a new password with a reset mail's token and signs in. */
  setPassword: (wish: { token: string; password: string }, client: Client) => Promise<LinkAnswer>
  /**
   * Proves the second factor of a session with a TOTP or recovery code, distinguished by format. The session continues under a new token.
   */
  proveSecondFactor: (proof: { token: string; code: string }, client: Client) => Promise<LinkAnswer>
  /** Emails an address confirmation to its owner; its links point to `landing`. */
  sendConfirmation: (mail: { email: string; landing: string }, client: Client) => Promise<SendAnswer>
  /** All that the provider keeps of a session's user, for their own copy. */
  exportAccount: (token: string, client: Client) => Promise<ExportAnswer>
  /** Returns the account of an emailed token. Spends nothing. */
  lookAtLink: (token: string, client: Client) => Promise<LookAnswer>
  /** Emails a link to `landing`. */
  sendLink: (
    link: { email: string; landing: string; challenge: string | null },
    client: Client,
  ) => Promise<LinkSentAnswer>
}

export const createIdentityProvider = (options: RequestProviderOptions): IdentityProvider => {
  const ask = createRequestProvider(options)
  return {
    authenticate: async (token, client) => {
      const said = await ask(sessions.authenticate, {}, { token, client, again: true })
      if (said.kind === 'success') return readSession(said.body, token)
      if (said.kind === 'refused' && said.errorType === 'insufficient_factors') return { kind: 'owed' }
      return isEnd(said) ? { kind: 'not-found' } : unavailable(said)
    },

    revoke: async (token, client) => {
      const said = await ask(sessions.revoke, undefined, { token, again: true, ...(client && { client }) })
      return said.kind === 'success' || isEnd(said) ? { kind: 'done' } : unavailable(said)
    },

    exportAccount: async (token, client) => {
      const said = await ask(accountCalls.export, undefined, { token, client })
      return said.kind === 'success' ? readExport(said.body) : said
    },

    lookAtLink: async (token, client) => {
      const said = await ask(magicLinks.look, { token }, { client, again: true })
      return said.kind === 'success' ? readLinkLookedAt(said.body) : said
    },

    spendLink: async ({ token, verifier }, client) => {
      const body = { token, session_duration_minutes: sessionMinutes, ...(verifier && { code_verifier: verifier }) }
      const said = await ask(magicLinks.authenticate, body, { client })
      return said.kind === 'success' ? readSession(said.body, '') : said
    },

    setPassword: async ({ token, password }, client) => {
      const body = { token, password, session_duration_minutes: sessionMinutes }
      const said = await ask(passwords.resetByEmail, body, { client })
      return said.kind === 'success' ? readSession(said.body, '') : said
    },

    proveSecondFactor: async ({ token, code }, client) => {
      const typed = normalizeCode(code)
      const duration = { session_duration_minutes: sessionMinutes }
      const said = isSixDigits(typed)
        ? await ask(totps.authenticate, { totp_code: typed, ...duration }, { token, client })
        : await ask(totps.recover, { recovery_code: code.trim(), ...duration }, { token, client })
      return said.kind === 'success' ? readSession(said.body, '') : said
    },

    sendConfirmation: async ({ email, landing }, client) => {
      const body = { email, login_redirect_url: landing, reset_password_redirect_url: landing }
      const said = await ask(passwords.resetByEmailStart, body, { client })
      return said.kind === 'success' ? { kind: 'sent' } : said
    },

    sendLink: async ({ email, landing, challenge }, client) => {
      const body = {
        email,
        login_magic_link_url: landing,
        signup_magic_link_url: landing,
        ...(challenge && { code_challenge: challenge }),
      }
      const said = await ask(magicLinks.loginOrCreate, body, { client })
      return said.kind === 'success' ? readLinkSent(said.body) : said
    },
  }
}

/** Refused because there is no such session. */
const isEnd = (said: Refused | Unavailable): boolean =>
  said.kind === 'refused' && unrecoverableErrorTypes.some((known: ErrorType) => known === said.errorType)

/** Refused for a reason that is not the session's: too many requests, a wrong public token. */
const unavailable = (said: Refused | Unavailable): Unavailable =>
  said.kind === 'unavailable'
    ? said
    : { kind: 'unavailable', reason: `The identity provider rejected the request: ${said.errorType}` }
