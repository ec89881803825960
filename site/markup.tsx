import type { ReactNode } from 'react'
import { AboutPage, PrivacyPage } from './about/index.tsx'
import { BooksPage } from './books/index.tsx'
import { ClaimPage } from './claims/index.tsx'
import { ContributePage, PoolPage } from './contributions/index.tsx'
import { ErrorPage } from './error-page/index.tsx'
import { RecentPage, WantedPage } from './front/index.tsx'
import { ModeratePage, ModerationPage } from './moderation/index.tsx'
import { MoneyDeskPage } from './money-desk/index.tsx'
import { NotesPage } from './notes/index.tsx'
import type { PageModels } from './pages.ts'
import { PaperPage, WholeListPage } from './papers/index.tsx'
import { AwardsPage } from './payouts/index.tsx'
import { AuditPage, AuditsPage, ReproducePage } from './reports/index.tsx'
import { HomePage, ResultsPage } from './search/index.tsx'
import { AccountPage, AuthenticatePage, ConsentPage, LoginPage, LogoutPage } from './sign-in/index.tsx'
import { StatusPage } from './sources/index.tsx'
import { DashboardPage, MailSettingsPage, UnsubscribePage } from './watches/index.tsx'

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
  audit: AuditPage,
  audits: AuditsPage,
  reproduce: ReproducePage,
  moderation: ModerationPage,
  notes: NotesPage,
  about: AboutPage,
  privacy: PrivacyPage,
  error: ErrorPage,
}
