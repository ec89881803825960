export { devicePages } from './pages.ts'
