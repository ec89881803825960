import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { PaperPage } from '../papers/index.tsx'
import { HomePage, ResultsPage } from '../search/index.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import type { PageModels, PageName } from './page-models.ts'

type Page<P extends PageName> = (props: { model: PageModels[P] }) => ReactNode

const pages: { [P in PageName]: Page<P> } = {
  home: HomePage,
  results: ResultsPage,
  paper: PaperPage,
  error: ErrorPage,
}

/** A page's markup, without the document around it. Entry of the server build; called by `http/render.ts`. */
export const renderPage = <P extends PageName>(page: P, model: PageModels[P]): string => {
  const Page: Page<P> = pages[page]
  return renderToString(<Page model={model} />)
}
