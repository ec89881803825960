import { createContext, type ReactNode } from 'react'
import { anybody, type Reader } from '../page/index.ts'

/** What the frame of every page is filled with. On the server only: no island asks. */
export type LayoutSlots = {
  /** Who the page is rendered for. */
  reader: Reader
  /** The field to search, in the header. */
  search: ReactNode
  /** The way in or out, in the header. */
  account: ReactNode
  /** What the reader is told above the page. */
  notice: ReactNode
}

export const LayoutSlots = createContext<LayoutSlots>({ reader: anybody, search: null, account: null, notice: null })
