export { createToasts, Toaster } from './Toaster.tsx'
