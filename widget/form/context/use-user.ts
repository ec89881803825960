import { useState } from 'react'
import type { User } from '../../client/index.ts'
import { useBeforePaint } from './use-before-paint.ts'
import { useWidget } from './widget-context.ts'

/** Who is signed in; null for nobody. Undefined in the first render: the client is not used while rendering. */
export const useUser = (): User | null | undefined => {
  const { client } = useWidget()
  const [user, setUser] = useState<User | null>()
  useBeforePaint(() => {
    setUser(client.user.getSync())
    return client.user.onChange(setUser)
  }, [client])
  return user
}
