import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** `primary` for a screen's main button, `secondary` for others, `link` within text, `danger` for irreversible actions. */
  look?: 'primary' | 'secondary' | 'link' | 'danger'
  submit?: boolean
  disabled?: boolean
  /** Its call is running: the button takes no second click. */
  busy?: boolean
  onClick?: () => void
}

export const Button = ({
  children,
  look = 'primary',
  submit = false,
  disabled = false,
  busy = false,
  onClick,
}: Props) => (
  <button
    type={submit ? 'submit' : 'button'}
    className={`siw-button siw-button-${look}`}
    disabled={disabled}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? undefined : onClick}
  >
    {children}
  </button>
)
