export { AuthenticatePage, LoginPage, LogoutPage } from './pages/index.tsx'
