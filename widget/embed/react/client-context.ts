import { createContext, useContext, useSyncExternalStore } from 'react'
import { type HeadlessClient, type Session, UsageError, type User } from '../../client/index.ts'

export const ClientContext = createContext<HeadlessClient | null>(null)

/** Gives a client to every `<SignIn>`, `useUser` and `useSession` inside. */
export const SignInProvider = ClientContext.Provider

/** The client of the `<SignInProvider>` around. @throws UsageError without one */
export const useClient = (): HeadlessClient => {
  const client = useContext(ClientContext)
  if (client === null) throw new UsageError('useClient, useUser and useSession need a <SignInProvider> around.')
  return client
}

const nobody = () => null

/** Who is signed in, as far as this browser knows; null on a server and for nobody. Renders again when that changes. */
export const useUser = (): User | null => {
  const { user } = useClient()
  return useSyncExternalStore(user.onChange, user.getSync, nobody)
}

/** The session at hand; null on a server and when signed out. Renders again when that changes. */
export const useSession = (): Session | null => {
  const { session } = useClient()
  return useSyncExternalStore(session.onChange, session.getSync, nobody)
}
