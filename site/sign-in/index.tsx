export { Passkeys } from './browser/index.tsx'
export { AuthenticatePage, LoginPage, LogoutPage } from './pages/index.tsx'
