import { createContext, useContext, useSyncExternalStore } from 'react'
import { type ClientState, type HeadlessClient, type Session, UsageError, type User } from '../../client/index.ts'

export const ClientContext = createContext<HeadlessClient | null>(null)

/** Gives a client to every `<SignIn>`, `useUser`, `useSession` and `useAuthState` inside. */
export const SignInProvider = ClientContext.Provider

/** The client of the `<SignInProvider>` around. @throws UsageError without one */
export const useClient = (): HeadlessClient => {
  const client = useContext(ClientContext)
  if (client === null)
    throw new UsageError('useClient, useUser, useSession and useAuthState need a <SignInProvider> around.')
  return client
}

const nobody = () => null

/**
 * The user who is signed in, as far as this browser knows. Null on a server, for nobody, and while a second factor is missing.
 * Renders again when that changes.
 */
export const useUser = (): User | null => {
  const { user } = useClient()
  return useSyncExternalStore(user.onChange, user.getSync, nobody)
}

/** The session of the user who is signed in; null whenever `useUser` is. Renders again when that changes. */
export const useSession = (): Session | null => {
  const { session } = useClient()
  return useSyncExternalStore(session.onChange, session.getSync, nobody)
}

const signedOut: ClientState = { status: 'signed_out', user: null, session: null, pending: null }

/**
 * Who is signed in, with a `status` that tells a visitor who has yet to prove a second factor (`second_factor_required`) from one who is
 * signed out. Always `signed_out` on a server. Renders again when that changes.
 */
export const useAuthState = (): ClientState => {
  const { getStateSync, onStateChange } = useClient()
  return useSyncExternalStore(onStateChange, getStateSync, () => signedOut)
}
