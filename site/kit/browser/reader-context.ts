import { createContext } from 'react'
import { anybody, type Reader } from '../page/index.ts'

/** Who a page is rendered for. On the server only: no island asks. */
export const ReaderContext = createContext<Reader>(anybody)
