import { toast } from 'react-hot-toast/headless'

/** Short messages over the widget. Each method says one and gives its id, by which it can be taken back or replaced. */
export type Toasts = {
  success: (text: string) => string
  error: (text: string) => string
  blank: (text: string) => string
  /** Stays until it is dismissed. */
  loading: (text: string) => string
  dismiss: (id: string) => void
}

/** The toasts of one widget. The library keeps all of a page's in one store; the id tells whose they are. */
export const toastsOf = (toasterId: string): Toasts => ({
  success: text => toast.success(text, { toasterId }),
  error: text => toast.error(text, { toasterId }),
  blank: text => toast(text, { toasterId }),
  loading: text => toast.loading(text, { toasterId }),
  dismiss: id => toast.dismiss(id, toasterId),
})
