import { createContext, type ReactNode } from 'react'
import { anybody, type Reader } from '../page/index.ts'

/** Content of the layout of every page. Server only; unavailable to islands. */
export type LayoutSlots = {
  /** Reader for whom the page is rendered. */
  reader: Reader
  /** The field to search, in the header. */
  search: ReactNode
  /** Login or logout link in the header. */
  account: ReactNode
  /** Notice above the page. */
  notice: ReactNode
}

export const LayoutSlots = createContext<LayoutSlots>({ reader: anybody, search: null, account: null, notice: null })
