export { ConfirmAddress } from './ConfirmAddress.tsx'
export { HeaderLink } from './HeaderLink.tsx'
