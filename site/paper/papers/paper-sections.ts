import { createContext, type FunctionComponent } from 'react'

type Components = Readonly<Record<string, FunctionComponent<object>>>

/** The components of the sections that features add to a paper's page, by the section's name. On the server only. */
export const PaperSections = createContext<{ side: Components; story: Components }>({ side: {}, story: {} })
