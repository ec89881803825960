import type { RefObject } from 'react'
import { attachStyleSheet, commonStyles } from '../form/theme/index.ts'

export type StyleSheets = {
  /** Attaches the rules that every screen needs, and those that were asked for before the box was known. */
  open: () => () => void
  /** Lets rules apply where the widget is drawn, until the returned function is called. */
  attach: (styles: string) => () => void
}

type Sheet = { styles: string; detach: (() => void) | null }

/**
 * The style sheets of one widget, in the document or shadow tree of its box.
 * React runs the effects of a part before it gives the box around it to `box`: a part that is mounted together with the box asks for
 * its rules first, and gets them when the box opens.
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
