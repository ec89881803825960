import { TextField } from '../../form/index.ts'

type Props = {
  label: string
  /** True if it also contains letters. */
  isText?: boolean
  /** True to focus it when it appears. */
  isFocused?: boolean
  value: string
  onText: (text: string) => void
  error: string | undefined
}

/** A code that was sent, or that an app shows. */
export const CodeField = ({ label, isText = false, isFocused = true, value, onText, error }: Props) => (
  <TextField
    label={label}
    name="passcode"
    inputMode={isText ? 'text' : 'numeric'}
    autoComplete={isText ? 'off' : 'one-time-code'}
    autoCapitalize="off"
    spellCheck={false}
    maxLength={64}
    autoFocus={isFocused}
    required
    value={value}
    onText={onText}
    error={error}
  />
)
