export { AccountPage } from './AccountPage.tsx'
export { AuthenticatePage } from './AuthenticatePage.tsx'
export { LoginPage } from './LoginPage.tsx'
export { LogoutPage } from './LogoutPage.tsx'
