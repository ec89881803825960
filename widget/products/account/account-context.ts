import { createContext, useContext } from 'react'
import type { Guarded } from '../proof/index.ts'

export type AccountPage = {
  guarded: Guarded
  /** Grows with every change, so that sessions and events are loaded again. */
  revision: number
  noteChange: () => void
  noteDeleted: () => void
}

export const AccountContext = createContext<AccountPage | null>(null)

/** The page around. Throws outside of one. */
export const useAccountPage = (): AccountPage => {
  const page = useContext(AccountContext)
  if (page === null) throw new Error('Internals not found!')
  return page
}
