export type { FrontModel, RecentPageModel, WantedPageModel } from './models.ts'
export type { OfferTables } from './offers.ts'
export { recentPage, wantedPage } from './pages.ts'
export { frontReader } from './read-front.ts'
