export { notMePage } from './page.ts'
