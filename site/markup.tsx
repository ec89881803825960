import type { ReactNode } from 'react'
import { ErrorPage } from './error-page/index.tsx'
import type { PageModels } from './pages.ts'
import { PaperPage } from './papers/index.tsx'
import { HomePage, ResultsPage } from './search/index.tsx'
import { AuthenticatePage, LoginPage, LogoutPage } from './sign-in/index.tsx'
import { StatusPage } from './sources/index.tsx'

/** The markup of every page, by the page's name. */
export const markup: { readonly [Name in keyof PageModels]: (props: { model: PageModels[Name] }) => ReactNode } = {
  home: HomePage,
  results: ResultsPage,
  paper: PaperPage,
  authenticate: AuthenticatePage,
  login: LoginPage,
  logout: LogoutPage,
  status: StatusPage,
  error: ErrorPage,
}
