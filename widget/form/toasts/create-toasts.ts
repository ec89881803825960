import type { Toasts } from '../context/index.ts'

export type Toast = { id: string; kind: Exclude<keyof Toasts, 'dismiss'>; text: string; isLeaving: boolean }

/** A widget's toasts, newest first, with their listeners. */
export type ToastList = Toasts & {
  /** Calls a listener with the visible toasts, now and after every change, until the returned function is called. */
  listen: (listener: (shown: readonly Toast[]) => void) => () => void
  /** Removes one that has faded out. */
  remove: (id: string) => void
}

/** So many are shown at once; a further one removes the oldest (SPEC §9). */
const most = 20

const nobody = (): void => undefined

export const createToasts = (): ToastList => {
  let shown: readonly Toast[] = []
  let tell: (shown: readonly Toast[]) => void = nobody
  let count = 0
  const change = (next: readonly Toast[]): void => {
    shown = next
    tell(shown)
  }
  const sayer =
    (kind: Toast['kind']) =>
    (text: string): string => {
      const id = `${++count}`
      change([{ id, kind, text, isLeaving: false }, ...shown].slice(0, most))
      return id
    }
  return {
    success: sayer('success'),
    error: sayer('error'),
    blank: sayer('blank'),
    loading: sayer('loading'),
    dismiss: id => change(shown.map(toast => (toast.id === id ? { ...toast, isLeaving: true } : toast))),
    remove: id => change(shown.filter(toast => toast.id !== id)),
    listen: listener => {
      tell = listener
      listener(shown)
      return () => {
        tell = nobody
      }
    },
  }
}
