export { homePage } from './feature.ts'
