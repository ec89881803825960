import { useState } from 'react'
import { Alert, Button, ErrorText, fill, type User, useAttempt, useWidget } from '../../form/index.ts'
import { deletePasskey, NameForm } from '../upkeep/index.ts'
import { useTexts } from './use-texts.ts'

type Props = {
  registration: User['webauthn_registrations'][number]
  /** True while it is being renamed or deleted. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** One passkey of the list, renamed and deleted in its place. */
export const PasskeyItem = ({ registration, isOpen, onOpen }: Props) => {
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
