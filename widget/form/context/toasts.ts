/** Toast notifications. Each method shows one and returns its ID, for dismissal or replacement. */
export type Toasts = {
  success: (text: string) => string
  error: (text: string) => string
  blank: (text: string) => string
  /** Stays until it is dismissed. */
  loading: (text: string) => string
  dismiss: (id: string) => void
}
