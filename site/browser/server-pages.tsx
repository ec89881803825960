import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { PaperPage } from '../papers/index.tsx'
import { HomePage, ResultsPage } from '../search/index.tsx'
import type { Reader } from '../sign-in/index.ts'
import { AuthenticatePage, LoginPage, LogoutPage } from '../sign-in/index.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import type { PageModels, PageName } from './page-models.ts'
import { ReaderContext } from './reader-context.ts'

type Page<P extends PageName> = (props: { model: PageModels[P] }) => ReactNode

const pages: { [P in PageName]: Page<P> } = {
  home: HomePage,
  results: ResultsPage,
  paper: PaperPage,
  authenticate: AuthenticatePage,
  login: LoginPage,
  logout: LogoutPage,
  error: ErrorPage,
}

/**
 * A page's markup for a reader, without the document around it. Entry of the server build; called by `http/render.ts`.
 */
export const renderPage = <P extends PageName>(page: P, model: PageModels[P], reader: Reader): string => {
  const Page: Page<P> = pages[page]
  return renderToString(
    <ReaderContext value={reader}>
      <Page model={model} />
    </ReaderContext>,
  )
}
