export type { FrontModel as HomePageModel } from '../../news/front/index.ts'
