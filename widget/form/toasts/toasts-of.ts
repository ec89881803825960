import { toast } from 'react-hot-toast/headless'
import type { Toasts } from '../context/index.ts'

/** The toasts of one widget. The library keeps all of a page's in one store; the id tells whose they are. */
export const toastsOf = (toasterId: string): Toasts => ({
  success: text => toast.success(text, { toasterId }),
  error: text => toast.error(text, { toasterId }),
  blank: text => toast(text, { toasterId }),
  loading: text => toast.loading(text, { toasterId }),
  dismiss: id => toast.dismiss(id, toasterId),
})
