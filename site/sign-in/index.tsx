export { AccountPage, AuthenticatePage, LoginPage, LogoutPage } from './pages/index.tsx'
