export type { FrontModel, RecentPageModel, WantedPageModel } from './models.ts'
export { recentPage, wantedPage } from './pages.ts'
export { frontReader } from './read-front.ts'
