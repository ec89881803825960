import { useState } from 'react'
import {
  Alert,
  Button,
  ErrorText,
  fill,
  Mark,
  ScreenFrame,
  type User,
  useAttempt,
  useFlowComplete,
  useUser,
  useWidget,
} from '../../form/index.ts'
import { deletePasskey, NameForm } from '../upkeep/index.ts'
import { sentenceForRegistration, useTexts } from './sentence-for.ts'

export const PasskeyConfirmation = () => {
  const texts = useTexts()
  useFlowComplete()
  return (
    <ScreenFrame heading={texts.success}>
      <Mark of="success" large />
      <p className="siw-text">{texts.authenticated}</p>
    </ScreenFrame>
  )
}

/** Creates a passkey for the signed-in user, or skips it. */
export const PasskeyRegistrationStart = () => {
  const { client, settings, emit, dispatch } = useWidget()
  const texts = useTexts()
  const user = useUser()
  const { busy, error, run } = useAttempt()
  const goOn = (isCreated: boolean) => {
    dispatch({ type: 'update_passkey_state', passkeyState: { isCreated } })
    dispatch({ type: 'transition', screen: 'PasskeyRegistrationSuccess' })
  }

  const make = () =>
    run(
      () =>
        client.webauthn.register({
          is_passkey: true,
          session_duration_minutes: settings.sessionOptions.sessionDurationMinutes,
          ...settings.passkeyOptions,
        }),
      data => {
        emit({ type: 'PASSKEY_REGISTER', data })
        goOn(true)
      },
      (reason, sentence) => sentenceForRegistration(reason, sentence, texts),
    )
  const skip = () => {
    emit({ type: 'PASSKEY_SKIP', data: {} })
    goOn(false)
  }

  return (
    <ScreenFrame heading={texts.setUp}>
      {user === null && <Alert>{texts.notSignedIn}</Alert>}
      {user && (
        <>
          <p className="siw-text">{texts.explanation}</p>
          <Button busy={busy} onClick={make}>
            {texts.create}
          </Button>
          <ErrorText>{error}</ErrorText>
          <Button look="secondary" onClick={skip}>
            {texts.skip}
          </Button>
        </>
      )}
    </ScreenFrame>
  )
}

type Props = {
  registration: User['webauthn_registrations'][number]
  /** True while it is being renamed or deleted. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** One passkey of the list, renamed and deleted in its place. */
const PasskeyItem = ({ registration, isOpen, onOpen }: Props) => {
  const [task, setTask] = useState<'rename' | 'delete'>('rename')
  const texts = useTexts()
  const { name } = registration
  const begin = (next: typeof task) => {
    setTask(next)
    onOpen(true)
  }
  const close = () => onOpen(false)

  if (isOpen && task === 'rename') return <Rename registration={registration} onClose={close} />
  if (isOpen) return <Remove registration={registration} onClose={close} />
  return (
    <li className="siw-passkey-item">
      <span className="siw-passkey-name">{name}</span>
      <IconButton
        label={fill(texts.rename, { name })}
        path="m4 20 1-4.500L16 4.500l3.500 3.500L8.500 19zM14 6.500l3.500 3.500"
        onClick={() => begin('rename')}
      />
      <IconButton
        label={fill(texts.remove, { name })}
        path="M5 7h14M10 7V4.500h4V7m-7.500 0 1 12.500h9l1-12.500M10.500 11v5m3-5v5"
        isDanger
        onClick={() => begin('delete')}
      />
    </li>
  )
}

type TaskProps = Pick<Props, 'registration'> & { onClose: () => void }

const Rename = ({ registration, onClose }: TaskProps) => {
  const texts = useTexts()
  const attempt = useAttempt()
  return (
    <li className="siw-passkey-task">
      <NameForm passkey={registration} label={texts.name} attempt={attempt} onClose={onClose}>
        <Choice label={texts.save} busy={attempt.busy} onCancel={onClose} />
      </NameForm>
    </li>
  )
}

const Remove = ({ registration, onClose }: TaskProps) => {
  const { client } = useWidget()
  const texts = useTexts()
  const { busy, run, error } = useAttempt()
  return (
    <li className="siw-passkey-task siw-stack">
      <span className="siw-passkey-name">{registration.name}</span>
      <Alert variant="warning">{texts.warning}</Alert>
      <ErrorText>{error}</ErrorText>
      <Choice
        label={texts.delete}
        isDanger
        busy={busy}
        onCancel={onClose}
        onConfirm={() => run(() => deletePasskey(client, registration), onClose)}
      />
    </li>
  )
}

type ChoiceProps = {
  label: string
  /** True for an irreversible action. */
  isDanger?: boolean
  busy: boolean
  onCancel: () => void
  /** Left out in a form, which the first button sends. */
  onConfirm?: () => void
}

const Choice = ({ label, isDanger = false, busy, onCancel, onConfirm }: ChoiceProps) => (
  <div className="siw-passkey-choice">
    <Button
      look={isDanger ? 'danger' : 'primary'}
      submit={onConfirm === undefined}
      busy={busy}
      {...(onConfirm && { onClick: onConfirm })}
    >
      {label}
    </Button>
    <Button look="secondary" onClick={onCancel}>
      {useTexts().cancel}
    </Button>
  </div>
)

type IconButtonProps = { label: string; path: string; isDanger?: boolean; onClick: () => void }

const IconButton = ({ label, path, isDanger = false, onClick }: IconButtonProps) => (
  <button
    type="button"
    className={`siw-passkey-tool${isDanger ? ' siw-passkey-danger' : ''}`}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <svg className="siw-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
)

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
