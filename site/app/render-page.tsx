import type { FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { ReaderContext } from '../kit/browser/reader-context.ts'
import type { Reader } from '../kit/page/index.ts'
import { markup } from './markup.tsx'

/** A page's markup for a reader, without the document around it. Entry of the server's bundle; called by `http/render.ts`. */
export const renderPage = (name: keyof typeof markup, model: object, reader: Reader): string => {
  const Markup = markup[name] as FunctionComponent<{ model: object }>
  return renderToString(
    <ReaderContext value={reader}>
      <Markup model={model} />
    </ReaderContext>,
  )
}
