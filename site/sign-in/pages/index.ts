export { authenticatePage } from './authenticate-page.ts'
export { loginPage } from './login-page.ts'
export { logoutPage } from './logout-page.ts'
export type { AuthenticatePageModel, LoginPageModel, LogoutPageModel, MailedLink } from './models.ts'
