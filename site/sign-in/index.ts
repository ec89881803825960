export type { AuthenticatePageModel, LoginPageModel, LogoutPageModel, Reader } from './pages/index.ts'
export * from './server/index.ts'
