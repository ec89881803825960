import { useState } from 'react'
import { useWidget } from '../context/index.ts'
import { TextField } from './TextField.tsx'

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
