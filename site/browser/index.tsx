export { ErrorPage } from './ErrorPage.tsx'
export { Layout } from './Layout.tsx'
