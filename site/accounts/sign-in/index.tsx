export { ConfirmAddress, HeaderLink } from './pages/HeaderLink.tsx'
