export type { FrontModel as HomePageModel } from '../../news/front/models.ts'
