import { useState } from 'react'
import type { ClientState, User } from '../../client/index.ts'
import { useBeforePaint } from './use-before-paint.ts'
import { useWidget } from './widget-context.ts'

/**
 * Returns the signed-in user; null if signed out, and while a second factor is missing. Undefined in the first render, since the client is
 * not used during rendering.
 */
export const useUser = (): User | null | undefined => useFromState(signedIn)

/** Returns the user whose second factor is missing; null for none. Undefined in the first render. */
export const usePendingUser = (): User | null | undefined => useFromState(pending)

const signedIn = ({ user }: ClientState) => user
const pending = (state: ClientState) => state.pending?.user ?? null

const useFromState = (read: (state: ClientState) => User | null): User | null | undefined => {
  const { client } = useWidget()
  const [user, setUser] = useState<User | null>()
  useBeforePaint(() => {
    setUser(read(client.getStateSync()))
    return client.onStateChange(state => setUser(read(state)))
  }, [client, read])
  return user
}
