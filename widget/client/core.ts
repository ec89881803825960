import { type Call, callPath } from '@corroborate/wire/call'
import { events } from '@corroborate/wire/events'
import { telemetryBatch } from '@corroborate/wire/limits'
import { type PkceFlow, type PkcePair, storageKeys } from '@corroborate/wire/storage'
import type { AuthResult, BodyOf, DataOf } from '@corroborate/wire/types'
import { fromBytes } from './base64url.ts'
import type { Environment } from './environment.ts'
import { SignInError } from './errors.ts'
import { describeCaller, type Request, type Sent } from './request.ts'
import type { Held, SessionStore } from './session-store.ts'
import type { Answer, ProjectSettings, Telemetry, Unsubscribe } from './types.ts'

type Pkce = {
  /** The challenge to send when asking for a link. Its pair is kept until the link is opened, and used for further links until then. */
  challenge: (flow: PkceFlow) => Promise<string>
  /** Returns the verifier, which proves that this browser requested the link; undefined if it did not. */
  verifier: (flow: PkceFlow) => string | undefined
  forget: (flow: PkceFlow) => void
}

/**
 * PKCE pairs (RFC 7636, method S256), one for each flow, stored for the tab that opens the magic link. A social sign-in returns in its own
 * tab, which has its own pair, since another tab may start one meanwhile.
 */
export const createPkce = (
  publicToken: string,
  { storage, tabStorage, crypto }: Pick<Environment, 'storage' | 'tabStorage' | 'crypto'>,
): Pkce => {
  const key = (flow: PkceFlow) => storageKeys.pkce(publicToken, flow)
  const placesOf = (flow: PkceFlow) => (flow === 'oauth' ? [tabStorage, storage] : [storage])
  const stored = (flow: PkceFlow) => {
    const pairs = placesOf(flow).map(place => parsePair(place.getItem(key(flow))))
    return pairs.find(pair => pair !== null) ?? null
  }
  return {
    challenge: async flow => {
      const found = stored(flow)
      if (found) return found.code_challenge
      const made = await createPair(crypto)
      // Another call or tab may have created one meanwhile, with its mail already sent.
      const pair = stored(flow) ?? made
      for (const place of placesOf(flow)) place.setItem(key(flow), JSON.stringify(pair))
      return pair.code_challenge
    },
    verifier: flow => stored(flow)?.code_verifier,
    forget: flow => {
      for (const place of placesOf(flow)) place.removeItem(key(flow))
    },
  }
}

const createPair = async (crypto: Crypto): Promise<PkcePair> => {
  if (!crypto.subtle) throw new SignInError('PKCE requires a page loaded over https or from localhost.')
  const numbers = crypto.getRandomValues(new Uint32Array(16))
  const code_verifier = Array.from(numbers, number => number.toString(16).padStart(8, '0')).join('')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
  return { code_verifier, code_challenge: fromBytes(digest) }
}

const parsePair = (stored: string | null): PkcePair | null => {
  try {
    const pair = JSON.parse(stored ?? 'null') as Partial<PkcePair> | null
    if (typeof pair?.code_verifier !== 'string' || typeof pair.code_challenge !== 'string') return null
    return { code_challenge: pair.code_challenge, code_verifier: pair.code_verifier }
  } catch {
    return null
  }
}

type Batch = BodyOf<typeof events.submit>

type TelemetryQueue = Telemetry & {
  flush: () => void
  /** Sends the events that wait, and stops listening. */
  stop: () => void
}

/** The most bytes that a browser sends for a page that is already closed. */
const keepaliveBytes = 60_000

type Needs = {
  baseUrl: string
  publicToken: string
  environment: Environment
  held: () => Held
  enabled: boolean
}

/** Batches events until there are enough, a delay has passed, or the page is closed. Each is sent at most once and dropped on failure. */
export const createTelemetry = ({ baseUrl, publicToken, environment, held, enabled }: Needs): TelemetryQueue => {
  let waiting: Batch = []
  let cancel: Unsubscribe | undefined

  const post = (batch: Batch): void => {
    const body = JSON.stringify(batch)
    // A request that outlives its page may carry few bytes: too many events are sent in two requests, and too long ones not at all.
    if (batch.length > 1 && body.length > keepaliveBytes) {
      const middle = batch.length >> 1
      post(batch.slice(0, middle))
      post(batch.slice(middle))
      return
    }
    environment
      .fetch(baseUrl + callPath(events.submit), {
        method: events.submit.method,
        headers: { 'Content-Type': 'application/json' },
        credentials: 'omit',
        keepalive: true,
        body,
      })
      .catch(() => {})
  }

  const flush = (): void => {
    cancel?.()
    cancel = undefined
    const batch = waiting
    waiting = []
    if (batch.length > 0) post(batch)
  }

  const stopListening = environment.listen('hidden', flush)
  return {
    log: (name, details) => {
      if (!enabled) return
      waiting.push({
        telemetry: describeCaller(environment, held()),
        event: { public_token: publicToken, event_name: name, ...(details && { details: { ...details } }) },
      })
      if (waiting.length >= telemetryBatch.maxEvents) flush()
      else cancel ??= environment.after(telemetryBatch.flushMs, flush)
    },
    flush,
    stop: () => {
      flush()
      stopListening()
    },
  }
}

/** A request whose response updates the client's state. */
export type StoredResponseCall = <C extends Call>(call: C, sent?: Sent<C>) => Promise<Answer<C>>

export type Core = {
  baseUrl: string
  publicToken: string
  environment: Environment
  store: SessionStore
  pkce: Pkce
  /** As the option of the same name. */
  pkceForOAuth: boolean | undefined
  telemetry: TelemetryQueue
  settings: () => Promise<ProjectSettings>
  /** Headers that describe the caller, with `prefix` before each name. */
  callerHeaders: (prefix?: string) => Record<string, string>
  /** Clears the local session. */
  endSession: () => void
  send: Request
  /** Sends a sign-in request and stores the resulting user and session. */
  signIn: StoredResponseCall
  /** Makes a call that changes the user, and keeps the change. */
  changeUser: StoredResponseCall
}

/** The answer as the caller gets it, and the user it brings for the client. */
export const withoutUserCopy = <C extends Call>(data: DataOf<C>) => {
  const { __user, ...answer } = data as Partial<AuthResult>
  return { answer: answer as Answer<C>, user: __user ?? answer.user }
}

/** True if an answer carries a session, which may lack the second factor. */
export const hasSession = (answer: object): answer is Omit<AuthResult, '__user'> =>
  'user' in answer && 'session' in answer && 'session_token' in answer && 'session_jwt' in answer

/** Creates the two requests that store their responses. `onSignIn` runs after storing. */
export const createStoredResponseCalls = (
  { send, store }: Pick<Core, 'send' | 'store'>,
  onSignIn: () => void,
): Pick<Core, 'signIn' | 'changeUser'> => ({
  signIn: async (call, sent) => {
    const { answer } = withoutUserCopy(await send(call, sent))
    if (hasSession(answer)) {
      store.signIn(answer)
      onSignIn()
    }
    return answer
  },
  changeUser: async (call, sent) => {
    const before = store.version()
    const { answer, user } = withoutUserCopy(await send(call, sent))
    store.catchUp()
    // Another user may have signed in meanwhile.
    if (user !== undefined && store.version() === before) store.setUser(user)
    return answer
  },
})
