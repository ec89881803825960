import type { Call } from '@corroborate/wire/call'
import type { AuthResult, DataOf } from '@corroborate/wire/types'
import type { Environment } from './environment.ts'
import type { Pkce } from './pkce.ts'
import type { Request, Sent } from './request.ts'
import type { SessionStore } from './session-store.ts'
import type { TelemetryQueue } from './telemetry.ts'
import type { Answer, ProjectSettings } from './types.ts'

/** A request whose response updates the client's state. */
export type KeptCall = <C extends Call>(call: C, sent?: Sent<C>) => Promise<Answer<C>>

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
  signIn: KeptCall
  /** Makes a call that changes the user, and keeps the change. */
  changeUser: KeptCall
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
export const createKeptCalls = (
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
