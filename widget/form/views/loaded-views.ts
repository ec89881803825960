import { createContext, useContext } from 'react'
import type { ProductExtra, ProductName } from '../../products/index.ts'
import type { Views } from './views.ts'

/** The views of products, as far as they are loaded. */
export type LoadedViews = {
  /** The views of a product; null while they are not loaded. */
  now: (name: ProductName | ProductExtra) => Views | null
  /** Loads the views. Rejects with a message for the user; retries when called again. */
  load: (name: ProductName | ProductExtra) => Promise<Views>
  /** Adds a product's styles to the widget until the returned function is called. */
  attach: (styles: string) => () => void
}

const LoadedViewsContext = createContext<LoadedViews | null>(null)

export const LoadedViewsProvider = LoadedViewsContext.Provider

/** The views of products, in the widget that this component is in. Throws outside of one. */
export const useLoadedViews = (): LoadedViews => {
  const loaded = useContext(LoadedViewsContext)
  if (loaded === null) throw new Error('Internals not found!')
  return loaded
}
