import { createContext, useContext } from 'react'

/** What the sections of one account page share. */
export type AccountPage = {
  /** Does something that may want a recent proof: where the provider asks for one, the person is asked, and it is done again. */
  guarded: <Answer>(work: () => Promise<Answer>) => Promise<Answer>
  /** Grows with every change, so that what is told of sessions and events is read anew. */
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
