import type { FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { markup } from '../../app/markup.tsx'
import type { Reader } from '../page/index.ts'
import { ReaderContext } from './reader-context.ts'

/** A page's markup for a reader, without the document around it. Entry of the server's bundle; called by `http/render.ts`. */
export const renderPage = (name: keyof typeof markup, model: object, reader: Reader): string => {
  const Markup = markup[name] as FunctionComponent<{ model: object }>
  return renderToString(
    <ReaderContext value={reader}>
      <Markup model={model} />
    </ReaderContext>,
  )
}
