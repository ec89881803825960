export type { FrontModel, RecentPageModel, WantedPageModel } from './models.ts'
export { offersOf, type ReadOffers, type TellsOffers, type WithOffers } from './offers.ts'
export { recentPage, wantedPage } from './pages.ts'
export { frontReader } from './read-front.ts'
