export type { AuthenticatePageModel, LoginPageModel, LogoutPageModel, Reader } from './models.ts'
