export { ConfirmAddress, HeaderLink } from './pages/index.tsx'
