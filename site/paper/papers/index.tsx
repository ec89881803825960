export { PaperPage } from './Page.tsx'
export { WholeListPage } from './WholeListPage.tsx'
