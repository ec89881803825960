import { useState } from 'react'
import { Button, PasswordField, TextField, useElementId, useWidget } from '../../form/index.ts'
import { StrengthMeter } from './StrengthMeter.tsx'
import { useStrength } from './use-strength.ts'

type Props = {
  /** Account of the password, if known. */
  email?: string | undefined
  /** Shows the address above the password; otherwise it is hidden, and only for the password manager. */
  showsEmail?: boolean
  busy: boolean
  error: string | undefined
  /** Called when something is typed. */
  onEdit: () => void
  onSubmit: (password: string) => void
}

/** A form for a new password, which is graded while it is typed. It can be sent once the provider calls it valid. */
export const NewPasswordForm = ({ email, showsEmail = false, busy, error, onEdit, onSubmit }: Props) => {
  const { strings } = useWidget()
  const [password, setPassword] = useState('')
  const check = useStrength(password, email)
  const id = useElementId()
  return (
    <form
      className="siw-stack"
      onSubmit={event => {
        event.preventDefault()
        if (check.isValid) onSubmit(password)
      }}
    >
      {email && <Username email={email} shown={showsEmail} />}
      <PasswordField
        kind="new"
        value={password}
        onText={text => {
          setPassword(text)
          onEdit()
        }}
        error={error}
        describedBy={id}
      />
      <StrengthMeter id={id} password={password} check={check} />
      <Button submit disabled={!check.isValid} busy={busy}>
        {strings.common.continue}
      </Button>
    </form>
  )
}

/** The address beside a password: read-only, in the place where a password manager looks for the account. */
export const Username = ({ email, shown = true }: { email: string; shown?: boolean }) => {
  const { strings } = useWidget()
  const shared = { type: 'email', name: 'email', autoComplete: 'username', readOnly: true, value: email } as const
  return shown ? <TextField label={strings.common.email} {...shared} /> : <input {...shared} hidden />
}
