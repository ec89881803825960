import { pages } from 'virtual:pages'
import { side, story } from 'virtual:paper-sections'
import { renderToString } from 'react-dom/server'
import { ConfirmAddress, HeaderLink } from '../accounts/sign-in/index.tsx'
import { HeaderSearch } from '../finding/search-box/index.tsx'
import { LayoutSlots } from '../kit/browser/index.tsx'
import type { Reader } from '../kit/page/index.ts'
import { PaperSections } from '../paper/papers/index.tsx'

/** A page's markup for a reader, without the document around it. Entry of the server's bundle; called by `kit/http/render.ts`. */
export const renderPage = (name: string, model: object, reader: Reader): string => {
  const Page = pages[name]
  if (Page === undefined) throw new Error(`No page is named ${name}.`)
  const slots = {
    reader,
    search: <HeaderSearch />,
    account: <HeaderLink {...reader} />,
    notice: reader.unconfirmed && <ConfirmAddress path={reader.path} />,
  }
  return renderToString(
    <LayoutSlots value={slots}>
      <PaperSections value={{ side, story }}>
        <Page model={model} />
      </PaperSections>
    </LayoutSlots>,
  )
}
