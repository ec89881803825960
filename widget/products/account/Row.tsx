import type { ReactNode } from 'react'

type Props = {
  text: string
  /** Below the text, smaller. */
  note?: string | undefined
  /** Beside the text, such as 'this device'. */
  mark?: string | undefined
  children?: ReactNode
}

/** One thing that belongs to the account. */
export const Row = ({ text, note, mark, children }: Props) => (
  <li className="siw-account-row">
    <span className="siw-account-text">
      <bdi>{text}</bdi>
      {mark !== undefined && <span className="siw-account-mark">{mark}</span>}
      {note !== undefined && <span className="siw-account-note">{note}</span>}
    </span>
    {children !== undefined && <span className="siw-account-tools">{children}</span>}
  </li>
)

type ToolProps = {
  children: string
  /** Accessible name including the item, for screen reader users who move between buttons. */
  label?: string
  /** True if it leads to an irreversible action. */
  isDanger?: boolean
  busy?: boolean
  onClick: () => void
}

/** A quiet button of a row or a section. */
export const Tool = ({ children, label, isDanger = false, busy = false, onClick }: ToolProps) => (
  <button
    type="button"
    className={`siw-account-tool${isDanger ? ' siw-account-danger' : ''}`}
    aria-label={label}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? undefined : onClick}
  >
    {children}
  </button>
)
