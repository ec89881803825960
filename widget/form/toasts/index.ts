export { createToasts } from './create-toasts.ts'
export { Toaster } from './Toaster.tsx'
