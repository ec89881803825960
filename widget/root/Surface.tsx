import { type ReactNode, useRef } from 'react'
import { attachStyleSheet, type Presentation, type Styles, themeVariables } from '../form/theme/index.ts'
import { useBeforePaint } from './use-before-paint.ts'

type Props = {
  styles: Styles
  presentation: Presentation
  /** Of the texts, where it is known. */
  language: string | undefined
  nonce: string | undefined
  hasMoved: boolean
  children: ReactNode
}

/** A document or a shadow tree, also one of a frame, whose classes are not ours. */
const hasStyleSheets = (root: Node): root is Document | ShadowRoot => 'styleSheets' in root

/** The widget's box, with its rules in the tree it stands in and the page's theme on it. */
export const Surface = ({ styles, presentation, language, nonce, hasMoved, children }: Props) => {
  const box = useRef<HTMLDivElement>(null)

  useBeforePaint(() => {
    const root = box.current?.getRootNode()
    return root !== undefined && hasStyleSheets(root) ? attachStyleSheet(root, nonce) : undefined
  }, [nonce])

  useBeforePaint(() => {
    const { style } = box.current ?? {}
    if (style === undefined) return undefined
    // Through the object model: a policy without 'unsafe-inline' forbids the attribute, also in markup of a server.
    const variables = themeVariables(styles, presentation.darkStyles)
    for (const [name, value] of variables) style.setProperty(name, value)
    return () => {
      for (const name of variables.keys()) style.removeProperty(name)
    }
  }, [styles, presentation])

  return (
    <div
      ref={box}
      className="siw"
      lang={language}
      data-siw-scheme={presentation.colorScheme ?? 'auto'}
      data-siw-moved={hasMoved ? '' : undefined}
    >
      {children}
    </div>
  )
}
