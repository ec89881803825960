import type { ReactNode } from 'react'

/** Section of the desk; without content it is one line. */
export const DeskSection = ({
  id,
  title,
  count,
  empty = 'None',
  children,
}: {
  id: string
  title: string
  count: number
  empty?: string
  children: ReactNode
}) => (
  <section className={`moderate-section${count === 0 ? ' is-empty' : ''}`} aria-labelledby={id}>
    <h2 id={id}>
      {title}
      {count > 0 && <small>{` ${count}`}</small>}
    </h2>
    {count === 0 ? <p className="empty">{empty}</p> : children}
  </section>
)

/** Text field for a reason, which the log keeps. */
export const ReasonField = ({ name, hint, value }: { name: string; hint?: string; value?: string }) => (
  <label>
    <span>Reason{hint !== undefined && <small>{` ${hint}`}</small>}</span>
    <input name={name} required maxLength={500} autoComplete="off" dir="auto" defaultValue={value} />
  </label>
)

/** Text field for an amount, in whole units of its currency. */
export const AmountField = ({
  id,
  name,
  currency,
  value,
}: {
  id: string
  name: string
  currency: string
  value?: string
}) => (
  <span className="desk-money">
    <input id={id} name={name} inputMode="decimal" maxLength={20} autoComplete="off" defaultValue={value} />
    {currency}
  </span>
)
