import { useState } from 'react'
import { ErrorText, errorTypeOf, fill, type User, useWidget } from '../../form/index.ts'
import { deletePasskey, NameForm } from '../upkeep/index.ts'
import { Choice } from './Choice.tsx'
import { Removable } from './Removable.tsx'
import { Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import type { SectionProps } from './section-props.ts'
import { useTexts } from './texts.ts'
import { useTask } from './use-task.ts'

/** Passkeys are bound to a name, so that there are none on an IP address; nor on old browsers, nor over plain http. */
const mayHavePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^(?:[\d.]+|\[.*\])$/.test(window.location.hostname)

export const PasskeySection = ({ user: { webauthn_registrations: passkeys } }: SectionProps) => {
  const { client, settings, emit } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const canAdd = mayHavePasskeys()
  if (passkeys.length === 0 && !canAdd) return null
  const add = () =>
    run(
      () => client.webauthn.register({ is_passkey: true, ...settings.passkeyOptions }),
      data => emit({ type: 'PASSKEY_REGISTER', data }),
      (reason, sentence) => {
        if (reason instanceof Error && reason.name === 'InvalidStateError') return texts.passkeyKnown
        return errorTypeOf(reason) === undefined ? texts.passkeyNotMade : sentence
      },
    )
  return (
    <Section title={texts.passkeys}>
      {passkeys.length === 0 && <p>{texts.noPasskeys}</p>}
      <ul className="siw-account-list">
        {passkeys.map(passkey => (
          <Passkey key={passkey.webauthn_registration_id} passkey={passkey} />
        ))}
      </ul>
      <ErrorText>{error}</ErrorText>
      {canAdd && (
        <Tool busy={busy} onClick={add}>
          {texts.addPasskey}
        </Tool>
      )}
    </Section>
  )
}

type PasskeyProps = { passkey: User['webauthn_registrations'][number] }

const Passkey = ({ passkey }: PasskeyProps) => {
  const { client } = useWidget()
  const texts = useTexts()
  const [isRenaming, setRenaming] = useState(false)
  const { name, backed_up } = passkey
  const remove = () => deletePasskey(client, passkey)
  if (isRenaming) return <Rename passkey={passkey} onClose={() => setRenaming(false)} />
  return (
    <Removable name={name} note={backed_up ? texts.synced : undefined} warning={texts.passkeyWarning} remove={remove}>
      <Tool label={fill(texts.renameNamed, { name })} onClick={() => setRenaming(true)}>
        {texts.rename}
      </Tool>
    </Removable>
  )
}

const Rename = ({ passkey, onClose }: PasskeyProps & { onClose: () => void }) => {
  const texts = useTexts()
  const attempt = useTask()
  return (
    <li className="siw-account-task">
      <NameForm passkey={passkey} label={texts.passkeyName} attempt={attempt} onClose={onClose}>
        <Choice label={texts.save} busy={attempt.busy} onCancel={onClose} />
      </NameForm>
    </li>
  )
}
