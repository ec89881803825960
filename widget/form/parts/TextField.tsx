import type { InputHTMLAttributes, ReactNode } from 'react'
import { useElementId } from '../context/index.ts'
import { LinkedText } from './LinkedText.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id' | 'className'> & {
  label: string
  onText?: (text: string) => void
  /** Error message, announced when it appears. */
  error?: string | undefined
  /** Drawn beside it, before. */
  before?: ReactNode
  /** Drawn inside the field's end, such as a show/hide toggle. */
  after?: ReactNode
}

/** A labelled input with its error below. The label is visible. */
export const TextField = ({ label, onText, error, before, after, 'aria-describedby': described, ...input }: Props) => {
  const id = useElementId()
  const descriptions = [described, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="siw-field">
      <label className="siw-label" htmlFor={id}>
        {label}
      </label>
      <div className="siw-input-frame">
        {before}
        <input
          {...input}
          id={id}
          className="siw-input"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={descriptions || undefined}
          onChange={event => onText?.(event.currentTarget.value)}
        />
        {after}
      </div>
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
    </div>
  )
}

/** Error message. The element is rendered before its text, so that screen readers announce it. */
export const ErrorText = ({ id, children }: { id?: string; children: string | undefined }) => (
  <div id={id} className="siw-error" role="alert">
    {children !== undefined && <LinkedText>{children}</LinkedText>}
  </div>
)
