import { createContext, useContext, useSyncExternalStore } from 'react'
import { type ClientState, type HeadlessClient, type Session, UsageError, type User } from '../../client/index.ts'

export const ClientContext = createContext<HeadlessClient | null>(null)

/** Provides a client to every `<SignIn>`, `useUser`, `useSession` and `useAuthState` inside. */
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
 * Returns the signed-in user from local state. Null on a server, if signed out, and while a second factor is missing. Rerenders on changes.
 */
export const useUser = (): User | null => {
  const { user } = useClient()
  return useSyncExternalStore(user.onChange, user.getSync, nobody)
}

/** Returns the signed-in user's session; null whenever `useUser` is. Rerenders on changes. */
export const useSession = (): Session | null => {
  const { session } = useClient()
  return useSyncExternalStore(session.onChange, session.getSync, nobody)
}

const signedOut: ClientState = { status: 'signed_out', user: null, session: null, pending: null }

/**
 * Returns the sign-in state, with a `status` that distinguishes a missing second factor (`second_factor_required`) from signed out. Always
 * `signed_out` on a server. Rerenders on changes.
 */
export const useAuthState = (): ClientState => {
  const { getStateSync, onStateChange } = useClient()
  return useSyncExternalStore(onStateChange, getStateSync, () => signedOut)
}
