import { type RefObject, useEffect, useMemo } from 'react'
import { products } from '#products'
import { type HeadlessClient, SignInError, warnDeveloper } from '../client/index.ts'
import { useNewest } from '../form/context/index.ts'
import type { Strings } from '../form/strings/index.ts'
import { attachStyleSheet, commonStyles } from '../form/theme/index.ts'
import type { LoadedViews, Views, ViewsSource } from '../form/views/index.ts'
import type { ProductExtra, ProductName } from '../products/index.ts'

export type StyleSheets = {
  /** Attaches the styles common to all screens, and those requested before the box was mounted. */
  open: () => () => void
  /** Adds styles to the widget until the returned function is called. */
  attach: (styles: string) => () => void
}

type Sheet = { styles: string; detach: (() => void) | null }

/**
 * Style sheets of a widget, in its box's document or shadow root. React runs a child's effects before it sets the `box` ref: children
 * mounted with the box request their styles first, and get them when it opens.
 */
export const createStyleSheets = (box: RefObject<Element | null>, nonce: string | undefined): StyleSheets => {
  const asked = new Set<Sheet>()
  const attachTo = (sheet: Sheet): void => {
    if (box.current !== null) sheet.detach ??= attachStyleSheet(box.current, sheet.styles, nonce)
  }
  return {
    open: () => {
      const detach = attachStyleSheet(box.current, commonStyles, nonce)
      for (const sheet of asked) attachTo(sheet)
      return detach
    },
    attach: styles => {
      const sheet: Sheet = { styles, detach: null }
      asked.add(sheet)
      attachTo(sheet)
      return () => {
        asked.delete(sheet)
        sheet.detach?.()
      }
    },
  }
}

/** The views of each product, or the function that loads them. */
const sources: Record<ProductName | ProductExtra, ViewsSource> = { ...products }

const bring = async (name: ProductName | ProductExtra, baseUrl: string): Promise<Views> => {
  const source = sources[name]
  const views = typeof source === 'function' ? await source(baseUrl) : source
  sources[name] = views
  return views
}

type Options = {
  client: HeadlessClient
  /** The products that the page names. */
  named: readonly ProductName[]
  strings: Strings
  sheets: StyleSheets
  /** True while the markup of a server is taken over, which has no views that were loaded. */
  isHydrating: boolean
}

/** The views of products for one widget. Those of the products that its page names are loaded at once. */
export const useProducts = ({ client, named, strings, sheets, isHydrating }: Options): LoadedViews => {
  const texts = useNewest(strings)
  const loaded = useMemo(
    (): LoadedViews => ({
      now: name => {
        const source = isHydrating ? products[name] : sources[name]
        return typeof source === 'function' ? null : source
      },
      load: name =>
        bring(name, client.baseUrl).catch(cause => {
          warnDeveloper(`The sign-in form could not load its part for "${name}".`, cause)
          throw new SignInError(texts.current.common.notLoaded, { cause })
        }),
      attach: sheets.attach,
    }),
    [client, texts, sheets, isHydrating],
  )
  useEffect(() => {
    for (const name of named) loaded.load(name).catch(() => undefined)
  }, [named, loaded])
  return loaded
}
