import { useEffect, useRef, useState } from 'react'
import type { Toasts } from '../context/index.ts'
import { LinkedText, Mark } from '../parts/index.ts'

type Toast = { id: string; kind: Exclude<keyof Toasts, 'dismiss'>; text: string; isLeaving: boolean }

/** A widget's toasts, newest first, with their listeners. */
type ToastList = Toasts & {
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

/** Milliseconds a toast is there (SPEC §9), and how long it takes to fade. One that waits for something stays until it is dismissed. */
const durations = { blank: 4_000, error: 4_000, success: 2_000, loading: null }
const fading = 150

/** Renders a widget's toasts. They stay while the pointer is over them. */
export const Toaster = ({ toasts }: { toasts: ToastList }) => {
  const [shown, setShown] = useState<readonly Toast[]>([])
  const [isHeld, setHeld] = useState(false)
  useEffect(() => toasts.listen(setShown), [toasts])
  return (
    <div
      className="siw-toasts"
      role="status"
      aria-live="polite"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      {shown.map(toast => (
        <ToastBox key={toast.id} toast={toast} isHeld={isHeld} toasts={toasts} />
      ))}
    </div>
  )
}

const ToastBox = ({ toast, isHeld, toasts }: { toast: Toast; isHeld: boolean; toasts: ToastList }) => {
  const { id, kind, text, isLeaving } = toast
  const left = useRef(durations[kind])

  useEffect(() => {
    if (left.current === null || isHeld || isLeaving) return undefined
    const since = Date.now()
    const timer = setTimeout(toasts.dismiss, left.current, id)
    return () => {
      clearTimeout(timer)
      left.current = (left.current ?? 0) - (Date.now() - since)
    }
  }, [toasts, id, isHeld, isLeaving])

  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(toasts.remove, fading, id)
    return () => clearTimeout(timer)
  }, [toasts, id, isLeaving])

  return (
    <div className={`siw-toast siw-toast-${kind}`} data-siw-leaving={isLeaving ? '' : undefined}>
      {kind === 'loading' ? <span className="siw-spinner" /> : kind !== 'blank' && <Mark of={kind} />}
      <span>
        <LinkedText>{text}</LinkedText>
      </span>
    </div>
  )
}
