/** Short messages over the widget. Each method says one and gives its id, by which it can be taken back or replaced. */
export type Toasts = {
  success: (text: string) => string
  error: (text: string) => string
  blank: (text: string) => string
  /** Stays until it is dismissed. */
  loading: (text: string) => string
  dismiss: (id: string) => void
}
