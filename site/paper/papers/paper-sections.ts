import { createContext, type FunctionComponent } from 'react'

type Components = Readonly<Record<string, FunctionComponent<object>>>

/**
 * The components of the sections that features add to a paper's page, by the section's name, and the names of those that show a reader
 * something of their own. On the server only.
 */
export const PaperSections = createContext<{ side: Components; story: Components; personal: readonly string[] }>({
  side: {},
  story: {},
  personal: [],
})
