export { Toaster } from './Toaster.tsx'
export { toastsOf } from './toasts-of.ts'
