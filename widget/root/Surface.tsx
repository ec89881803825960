import type { ReactNode, RefObject } from 'react'
import { useBeforePaint } from '../form/context/index.ts'
import { type Presentation, type Styles, themeVariables } from '../form/theme/index.ts'
import type { StyleSheets } from './create-style-sheets.ts'

type Props = {
  /** The element it is drawn in. */
  box: RefObject<HTMLDivElement | null>
  styles: Styles
  presentation: Presentation
  /** The language of the texts, where it is known. */
  language: string | undefined
  sheets: StyleSheets
  children: ReactNode
}

/** The widget's box, with its rules in the tree that it is in, and the page's theme on it. */
export const Surface = ({ box, styles, presentation, language, sheets, children }: Props) => {
  useBeforePaint(() => sheets.open(), [sheets])

  useBeforePaint(() => {
    const { style } = box.current ?? {}
    if (style === undefined) return undefined
    // Not in the markup: a policy without 'unsafe-inline' forbids the style attribute there.
    const variables = themeVariables(styles, presentation.darkStyles)
    for (const [name, value] of variables) style.setProperty(name, value)
    return () => {
      for (const name of variables.keys()) style.removeProperty(name)
    }
  }, [box, styles, presentation])

  return (
    <div ref={box} className="siw" lang={language} data-siw-scheme={presentation.colorScheme ?? 'auto'}>
      {children}
    </div>
  )
}
