import { useEffect } from 'react'
import { type DefaultToastOptions, toast, useToaster } from 'react-hot-toast/headless'
import { LinkedText, Mark } from '../parts/index.ts'

/** Milliseconds a toast is there (SPEC §9), and how long it takes to fade. Loading ones stay. At most 20 at once. */
const options: DefaultToastOptions = {
  removeDelay: 150,
  blank: { duration: 4_000 },
  error: { duration: 4_000 },
  success: { duration: 2_000 },
  loading: { duration: Number.POSITIVE_INFINITY },
}

/** Where the toasts of one widget appear. They stay while the pointer is over them. */
export const Toaster = ({ id }: { id: string }) => {
  const { toasts, handlers } = useToaster(options, id)
  useEffect(() => () => toast.removeAll(id), [id])
  return (
    <div
      className="siw-toasts"
      role="status"
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map(({ id: key, type, message, visible }) => (
        <div key={key} className={`siw-toast siw-toast-${type}`} data-siw-leaving={visible ? undefined : ''}>
          {type === 'loading' ? <span className="siw-spinner" /> : type !== 'blank' && <Mark of={type} />}
          <span>{typeof message === 'string' && <LinkedText>{message}</LinkedText>}</span>
        </div>
      ))}
    </div>
  )
}
