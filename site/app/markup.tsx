import type { ReactNode } from 'react'
import { AccountPage, AuthenticatePage, ConsentPage, LoginPage, LogoutPage } from '../accounts/sign-in/index.tsx'
import { HomePage, ResultsPage } from '../finding/search/index.tsx'
import { ErrorPage } from '../kit/error-page/index.tsx'
import { BooksPage } from '../money/books/index.tsx'
import { ContributePage, PoolPage } from '../money/contributions/index.tsx'
import { MoneyDeskPage } from '../money/money-desk/index.tsx'
import { AwardsPage } from '../money/payouts/index.tsx'
import { RecentPage, WantedPage } from '../news/front/index.tsx'
import { DashboardPage, MailSettingsPage, UnsubscribePage } from '../news/watches/index.tsx'
import { PaperPage, WholeListPage } from '../paper/papers/index.tsx'
import { StatusPage } from '../paper/sources/index.tsx'
import { ClaimPage } from '../readers/claims/index.tsx'
import { ModeratePage, ModerationPage } from '../readers/moderation/index.tsx'
import { NotesPage } from '../readers/notes/index.tsx'
import { ReportPage, ReportsPage, ReproducePage } from '../readers/reports/index.tsx'
import { AboutPage, PrivacyPage } from './about/index.tsx'
import type { PageModels } from './pages.ts'

/** The markup of every page, by the page's name. */
export const markup: { readonly [Name in keyof PageModels]: (props: { model: PageModels[Name] }) => ReactNode } = {
  home: HomePage,
  results: ResultsPage,
  paper: PaperPage,
  'whole-list': WholeListPage,
  account: AccountPage,
  authenticate: AuthenticatePage,
  consent: ConsentPage,
  login: LoginPage,
  logout: LogoutPage,
  status: StatusPage,
  recent: RecentPage,
  wanted: WantedPage,
  dashboard: DashboardPage,
  'mail-settings': MailSettingsPage,
  unsubscribe: UnsubscribePage,
  moderate: ModeratePage,
  claim: ClaimPage,
  contribute: ContributePage,
  pool: PoolPage,
  awards: AwardsPage,
  'money-desk': MoneyDeskPage,
  books: BooksPage,
  audit: ReportPage,
  reports: ReportsPage,
  reproduce: ReproducePage,
  moderation: ModerationPage,
  notes: NotesPage,
  about: AboutPage,
  privacy: PrivacyPage,
  error: ErrorPage,
}
