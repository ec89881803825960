export { AccountPage, AuthenticatePage, ConsentPage, LoginPage, LogoutPage } from './pages/index.tsx'
