import type { RefObject } from 'react'
import { attachStyleSheet, commonStyles } from '../form/theme/index.ts'

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
