import { Fragment, type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { useElementId, useWidget } from '../context/index.ts'

export type Piece = { text: string; url: string | null }

/** URL in a message, without trailing punctuation or brackets. */
const address = /https?:\/\/[^\s<>"']*[^\s<>"'.,:;!?)\]}]/g

/** Cuts a message into plain pieces and web addresses. Only `http` and `https`: a message comes from outside and may hold anything. */
export const linked = (message: string): Piece[] => {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: url, index } of message.matchAll(address)) {
    if (!URL.canParse(url)) continue
    if (index > from) pieces.push({ text: message.slice(from, index), url: null })
    pieces.push({ text: url, url })
    from = index + url.length
  }
  if (from < message.length) pieces.push({ text: message.slice(from), url: null })
  return pieces
}

/** Message with its help URLs as links (SPEC §8), which open in a new tab. */
export const LinkedText = ({ children }: { children: string }) =>
  linked(children).map(({ text, url }, place) =>
    url === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their order.
      <a key={place} className="siw-link" href={url} target="_blank" rel="noreferrer">
        {text}
      </a>
    ),
  )

const paths = {
  success: 'm5 12.5 4.5 4.5L19 7.5',
  error: 'M12 7.5v5m0 3.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  open: 'M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  warning: 'M12 9.5v4m0 3v.01M12 3.5 2.5 20h19z',
}

/** Decorative icon of success or failure beside its text. The large one is for otherwise empty screens. */
export const Mark = ({ of, large = false }: { of: string; large?: boolean }) => (
  <svg className={`siw-icon ${large ? 'siw-done' : 'siw-mark'}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={Object.hasOwn(paths, of) ? paths[of as keyof typeof paths] : ''} />
  </svg>
)

type AlertProps = { variant?: 'error' | 'warning' | 'success'; children: string }

/** A message that belongs to no field. */
export const Alert = ({ variant = 'error', children }: AlertProps) => (
  <div className={`siw-alert siw-alert-${variant}`} role={variant === 'success' ? 'status' : 'alert'}>
    <Mark of={variant} />
    <span>
      <LinkedText>{children}</LinkedText>
    </span>
  </div>
)

/** Text with elements in its `{name}` placeholders, such as a bold address or a link. */
export const Filled = ({ text, values }: { text: string; values: Readonly<Record<string, ReactNode>> }) =>
  text.split(/(\{\w+\})/).map((piece, place) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their order.
    return <Fragment key={place}>{name !== undefined && Object.hasOwn(values, name) ? values[name] : piece}</Fragment>
  })

/** Shows that something is running, not how far it is. */
export const ProgressBar = ({ label }: { label: string }) => (
  <div className="siw-progress" role="progressbar" aria-label={label} />
)

/** 25 pixels wide beside other things, 100 alone on a screen (SPEC §9). */
export const Spinner = ({ label, large = false }: { label: string; large?: boolean }) => (
  <div className={large ? 'siw-spinner siw-spinner-large' : 'siw-spinner'} role="status" aria-label={label} />
)

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id' | 'className'> & {
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
export const TextField = ({
  label,
  onText,
  error,
  before,
  after,
  'aria-describedby': described,
  ...input
}: TextFieldProps) => {
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

type Props = {
  value: string
  onText: (text: string) => void
  /** Hints a password manager to fill in or to suggest. */
  kind: 'current' | 'new'
  error?: string | undefined
  /** The id of another element that describes it. */
  describedBy?: string | undefined
}

/** A password with its show/hide toggle. */
export const PasswordField = ({ value, onText, kind, error, describedBy }: Props) => {
  const { strings } = useWidget()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      label={strings.common.password}
      type={shown ? 'text' : 'password'}
      name="password"
      autoComplete={`${kind}-password`}
      autoCapitalize="off"
      spellCheck={false}
      required
      value={value}
      onText={onText}
      error={error}
      aria-describedby={describedBy}
      after={
        <button
          type="button"
          className="siw-reveal"
          aria-label={shown ? strings.common.hidePassword : strings.common.showPassword}
          onClick={() => setShown(!shown)}
        >
          <svg className="siw-icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12" />
            <path d={shown ? 'm4 4 16 16' : 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6'} />
          </svg>
        </button>
      }
    />
  )
}
