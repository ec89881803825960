import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Toasts } from '../../context/index.ts'
import { createToasts, Toaster } from '../index.ts'

declare global {
  interface Window {
    toasts: Toasts
  }
}

const root = createRoot(document.body)
const toasts = createToasts()
flushSync(() => root.render(<Toaster toasts={toasts} />))

/** Rendered synchronously, so that a toast's time begins at the moment where the test stopped the clock. */
const now = <Args extends unknown[], Result>(say: (...args: Args) => Result) => {
  return (...args: Args): Result => flushSync(() => say(...args))
}
window.toasts = {
  success: now(toasts.success),
  error: now(toasts.error),
  blank: now(toasts.blank),
  loading: now(toasts.loading),
  dismiss: now(toasts.dismiss),
}
