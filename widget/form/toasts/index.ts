export { Toaster } from './Toaster.tsx'
export { type Toasts, toastsOf } from './toasts-of.ts'
