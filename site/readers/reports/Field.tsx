import type { ReactNode } from 'react'

type Props = {
  name: string
  label: string
  hint?: string
  problem: string | undefined
  optional?: boolean
  /** Renders the control with the props that link it to its label, hint and error. */
  children: (tied: Tied) => ReactNode
}

export type Tied = {
  id: string
  name: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

/** A control with its label, hint and error. */
export const Field = ({ name, label, hint, problem, optional = false, children }: Props) => {
  const id = `report-${name}`
  const described = [hint === undefined ? null : `${id}-hint`, problem === undefined ? null : `${id}-problem`]
  const describedBy = described.filter(part => part !== null).join(' ')
  return (
    <div className="asked">
      <label htmlFor={id}>
        {label}
        {optional && <span className="optional"> optional</span>}
      </label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': problem !== undefined,
      })}
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}
