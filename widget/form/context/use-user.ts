import { useEffect, useState } from 'react'
import type { User } from '../../client/index.ts'
import { useWidget } from './widget-context.ts'

/** Who is signed in. */
export const useUser = (): User | null => {
  const { client } = useWidget()
  const [user, setUser] = useState(() => client.user.getSync())
  useEffect(() => {
    setUser(client.user.getSync())
    return client.user.onChange(setUser)
  }, [client])
  return user
}
