import { createContext } from 'react'
import type { Reader } from '../sign-in/index.ts'

/** Who a page is rendered for. On the server only: no island asks. */
export const ReaderContext = createContext<Reader>({ signedIn: false, path: '/', notice: null })
