import { type FormEvent, type ReactNode, useState } from 'react'
import { type Attempt, type HeadlessClient, TextField, type User, useWidget } from '../../form/index.ts'

type Passkey = Pick<User['webauthn_registrations'][number], 'webauthn_registration_id' | 'domain'>

/** Deletes a passkey and informs the browser, which would otherwise keep offering it. Rejects with the client's error. */
export const deletePasskey = async (
  client: Pick<HeadlessClient, 'user' | 'webauthn'>,
  { webauthn_registration_id, domain }: Passkey,
): Promise<void> => {
  await client.user.deleteWebauthnRegistration(webauthn_registration_id)
  // The deletion stands whether or not the browser is informed.
  await client.webauthn.signal({ domain }).catch(() => undefined)
}

type Props = {
  passkey: Pick<User['webauthn_registrations'][number], 'webauthn_registration_id' | 'name'>
  label: string
  /** Runs the call: the account page may ask for a proof before. */
  attempt: Attempt
  onClose: () => void
  /** The buttons that save and cancel. */
  children: ReactNode
}

/** Renames a passkey. Ignores an empty or unchanged name. */
export const NameForm = ({ passkey, label, attempt: { run, error }, onClose, children }: Props) => {
  const { client } = useWidget()
  const { webauthn_registration_id, name } = passkey
  const [text, setText] = useState(name)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted === '' || wanted === name) return onClose()
    run(() => client.webauthn.update({ webauthn_registration_id, name: wanted }), onClose)
  }
  return (
    <form className="siw-stack" onSubmit={save}>
      <TextField
        label={label}
        maxLength={100}
        name="passkey_name"
        autoComplete="off"
        autoFocus
        value={text}
        onText={setText}
        error={error}
      />
      {children}
    </form>
  )
}
