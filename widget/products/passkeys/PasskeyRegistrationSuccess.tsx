import { useState } from 'react'
import { Alert, Button, Mark, ScreenFrame, useUser, useWidget } from '../../form/index.ts'
import { PasskeyItem } from './PasskeyItem.tsx'
import { useTexts } from './use-texts.ts'

/** The signed-in user's passkeys. Each can be renamed and deleted. */
export const PasskeyRegistrationSuccess = () => {
  const { state, emit, dispatch } = useWidget()
  const texts = useTexts()
  const user = useUser()
  /** The one that is being renamed or deleted: one at a time. */
  const [open, setOpen] = useState<string | null>(null)
  if (user === undefined) return null
  if (user === null) return <Alert>{texts.notSignedIn}</Alert>
  const { webauthn_registrations: registrations } = user
  const isNew = state.passkeyState.isCreated && registrations.length > 0

  return (
    <ScreenFrame heading={isNew ? texts.created : texts.existing}>
      {isNew && <Mark of="success" large />}
      {isNew && <h3 className="siw-passkeys-heading">{texts.existing}</h3>}
      {registrations.length === 0 && <p className="siw-text">{texts.none}</p>}
      <ul className="siw-passkeys">
        {registrations.map(registration => (
          <PasskeyItem
            key={registration.webauthn_registration_id}
            registration={registration}
            isOpen={open === registration.webauthn_registration_id}
            onOpen={isOpen => setOpen(isOpen ? registration.webauthn_registration_id : null)}
          />
        ))}
      </ul>
      <Button look="secondary" onClick={() => dispatch({ type: 'transition', screen: 'PasskeyRegistrationStart' })}>
        {texts.another}
      </Button>
      <Button onClick={() => emit({ type: 'PASSKEY_DONE', data: {} })}>{texts.done}</Button>
    </ScreenFrame>
  )
}
