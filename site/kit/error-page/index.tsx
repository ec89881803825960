export { ErrorPage } from './ErrorPage.tsx'
