export { ImpersonationBanner } from './ImpersonationBanner.tsx'
