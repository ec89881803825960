import { passcodeLength } from '@corroborate/wire/limits'
import { ErrorText, useElementId } from '../../form/index.ts'
import { passcodeDigits } from './passcode-digits.ts'

type Props = {
  label: string
  digits: string
  onDigits: (digits: string) => void
  /** A code is being checked: the field keeps the focus and cannot be edited. */
  busy: boolean
  error: string | undefined
}

/** One input, so that a phone fills in the code it received; the boxes behind it only show where its digits go. */
export const PasscodeField = ({ label, digits, onDigits, busy, error }: Props) => {
  const id = useElementId()
  const active = Math.min(digits.length, passcodeLength - 1)
  return (
    <div className="siw-field">
      <div className="siw-passcode">
        <div className="siw-passcode-boxes" aria-hidden="true">
          {Array.from({ length: passcodeLength }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes do not differ but by their place.
            <span key={place} className="siw-passcode-box" data-active={place === active ? '' : undefined} />
          ))}
        </div>
        <div className="siw-passcode-line">
          <input
            className="siw-passcode-input"
            aria-label={label}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            type="text"
            name="passcode"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            required
            readOnly={busy}
            value={digits}
            onChange={({ currentTarget: input }) => {
              const read = passcodeDigits(input.value)
              // A letter changes no state, so React does not render and would leave it in the field.
              if (input.value !== read) input.value = read
              onDigits(read)
            }}
          />
        </div>
      </div>
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
    </div>
  )
}
